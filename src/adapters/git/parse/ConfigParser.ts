import type { ConfigEntry } from "../Git.ts"
import { decodePath } from "./PathBytes.ts"

const scopes: ReadonlyArray<ConfigEntry["scope"]> = ["system", "global", "local", "worktree", "command"]

/**
 * Parses `git config --list -z --show-scope --show-origin`: scope, origin and `key\nvalue`, each ended by NUL. A key
 * without a value means `true`.
 */
export const parseConfig = (bytes: Uint8Array): ReadonlyArray<ConfigEntry> => {
  const fields = decodePath(bytes).split("\0")
  return Array.from({ length: Math.floor(fields.length / 3) }, (_, index) => {
    const [scope = "", origin = "", setting = ""] = fields.slice(index * 3, index * 3 + 3)
    const end = setting.indexOf("\n")
    return {
      key: end === -1 ? setting : setting.slice(0, end),
      ...(end === -1 ? { value: "true", valueless: true as const } : { value: setting.slice(end + 1) }),
      origin,
      scope: scopes.find((known) => known === scope) ?? "unknown"
    }
  })
}
