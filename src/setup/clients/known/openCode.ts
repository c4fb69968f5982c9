import { Effect, FileSystem } from "effect"
import { clientFiles } from "../../../domain/ClientFiles.ts"
import { bearerHeaders, type Client, type Members } from "../Client.ts"
import { jsonFormat } from "../formats/jsonFormat.ts"
import type { Platform } from "../Platform.ts"
import { joinConfigHome } from "./userFolder.ts"

const userFile = Effect.fnUntraced(function* (platform: Platform["Service"]) {
  const files = yield* FileSystem.FileSystem
  const [json, commented] = ["opencode.json", "opencode.jsonc"].map((name) =>
    joinConfigHome(platform, "opencode", name)
  )
  for (const file of [json, commented]) {
    if (file !== undefined && (yield* Effect.orElseSucceed(files.exists(file), () => false))) return file
  }
  return joinConfigHome(platform, "opencode", "opencode.json")
})

const entryOf = ({ command, cwd }: Members): Members =>
  Array.isArray(command) ? { command: command[0], args: command.slice(1), cwd } : { command, args: undefined, cwd }

/**
 * OpenCode: `mcp` in `opencode.json` or `opencode.jsonc`, in the root or in `.opencode/`, or in `~/.config/opencode/`.
 * Since version 2, servers can be one level deeper, under `mcp.servers`; it still reads the old location. Members:
 * `type` (`"local"`), `command` (an array with the arguments), `environment`, `enabled`, `timeout`. It supports `cwd`
 * since June 2026; earlier versions reject the whole file for an unknown member, so the entry uses `--repo`. No variable
 * names the root, in which it starts servers. It runs in a terminal. Sources: opencode.ai/docs/config, opencode.ai/v1/docs/mcp-servers,
 * opencode.ai/v2/docs/mcp-servers, opencode.ai/docs/migrate-v1, github.com/anomalyco/opencode/pull/30676, /issues/18077.
 */
export const openCode: Client = {
  name: "opencode",
  title: "OpenCode",
  repositorySource: { kind: "argument", startsInProject: true, servesAny: true },
  hasShellPath: true,
  format: jsonFormat("mcp", "servers"),
  membersOf: ({ args, command }) => ({ type: "local", command: [command, ...args] }),
  entryOf,
  remoteMembersOf: (entry) => ({
    type: "remote",
    url: entry.url,
    ...bearerHeaders(entry, (name) => `{env:${name}}`)
  }),
  projectFiles: clientFiles.openCode,
  userFile
}
