import { Option } from "effect"
import { pathFilter } from "../../config/PathFilter.ts"

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

/** Files that hold secrets by their very purpose: nothing of them goes anywhere. */
const secret = [
  ".env",
  ".env.*",
  "*.env",
  "*.pem",
  "*.key",
  "*.p12",
  "*.pfx",
  "*.jks",
  "*.keystore",
  "*.kdbx",
  "id_rsa*",
  "id_dsa*",
  "id_ecdsa*",
  "id_ed25519*",
  ".npmrc",
  ".netrc",
  ".pypirc",
  ".htpasswd",
  ".git-credentials",
  "credentials",
  "credentials.json",
  "secrets.*",
  ".ssh/",
  ".gnupg/",
  ".aws/"
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
    pathFilter(settings.include, settings.exclude),
    pathFilter(asked, []),
    pathFilter([], [...generated, ...secret])
  ]
  return (path) => filters.every((filter) => Option.isNone(filter(path)))
}
