import { Option } from "effect"
import { makePathFilter } from "../../config/PathFilter.ts"
import { secretFileGlobs } from "../../domain/Secrets.ts"

/** Files that programs write, from which nobody learns a reason. */
const generated = [
  "package-lock.json",
  "npm-shrinkwrap.json",
  "yarn.lock",
  "pnpm-lock.yaml",
  "bun.lock",
  "deno.lock",
  "Cargo.lock",
  "go.sum",
  "poetry.lock",
  "uv.lock",
  "Pipfile.lock",
  "composer.lock",
  "Gemfile.lock",
  "flake.lock",
  "*.min.js",
  "*.min.css",
  "*.map",
  "*.snap",
  "node_modules/",
  "__pycache__/"
]

/** Which files of a commit a language model may see. */
export type Sendable = (path: string) => boolean

/**
 * What settings include and do not exclude, the paths asked for (none: all), and neither generated files nor those that
 * hold secrets by their name.
 */
export const sendable = (
  settings: { readonly include: ReadonlyArray<string>; readonly exclude: ReadonlyArray<string> },
  asked: ReadonlyArray<string>
): Sendable => {
  const filters = [
    makePathFilter(settings.include, settings.exclude),
    makePathFilter(asked, []),
    makePathFilter([], [...generated, ...secretFileGlobs])
  ]
  return (path) => filters.every((filter) => Option.isNone(filter(path)))
}
