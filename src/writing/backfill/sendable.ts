import { Option } from "effect"
import { makePathFilter } from "../../config/PathFilter.ts"
import { secretFileGlobs } from "../../domain/Secrets.ts"

/** Generated files, which contain no reasons. */
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

/** Whether a file may be sent to a language model. */
export type Sendable = (path: string) => boolean

/**
 * Makes a filter for files: those that settings include, among the given globs (default: all), without generated files and
 * files whose names suggest secrets.
 */
export const sendable = (
  settings: { readonly include: ReadonlyArray<string>; readonly exclude: ReadonlyArray<string> },
  requested: ReadonlyArray<string>
): Sendable => {
  const filters = [
    makePathFilter(settings.include, settings.exclude),
    makePathFilter(requested, []),
    makePathFilter([], [...generated, ...secretFileGlobs])
  ]
  return (path) => filters.every((filter) => Option.isNone(filter(path)))
}
