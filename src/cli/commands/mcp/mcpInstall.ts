import { Effect, Option } from "effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { resolveIndexPath } from "./indexPath.ts"
import { registrationLayer } from "../../kit/layers.ts"
import { targetFlags, targetOf } from "./target.ts"
import { dbFlag, toolsetsFlag } from "../../kit/flags.ts"
import { usageError } from "../../kit/query.ts"

/** `ultragit mcp install`: registers the server with a client. */
export const mcpInstall = Command.make(
  "install",
  {
    ...targetFlags,
    toolsets: toolsetsFlag,
    db: dbFlag,
    url: Flag.String("url").pipe(
      Flag.withMetavar("URL"),
      Flag.withDescription("Use the server at this address (ultragit serve), with the token in ULTRAGIT_TOKEN"),
      Flag.optional
    )
  },
  Effect.fnUntraced(function* (input) {
    const { printInstall } = yield* Effect.promise(() => import("./register.ts"))
    const toolsets = Option.getOrElse(input.toolsets, () => [])
    const db = yield* resolveIndexPath(input, toolsets)
    if (Option.isSome(input.url) && (Option.isSome(input.toolsets) || Option.isSome(input.db))) {
      return yield* usageError("mcp install", "--toolsets and --db are for a server on this machine, not for --url.")
    }
    return yield* printInstall({ ...(yield* targetOf(input)), toolsets, db, url: Option.getOrUndefined(input.url) })
  })
).pipe(
  Command.withDescription("Write the server's entry into a client's configuration, and nothing else"),
  Command.withShortDescription("Register the server with a client"),
  Command.withExamples([
    { command: "ultragit mcp install", description: "For Claude Code: .mcp.json in the repository's root" },
    { command: "ultragit mcp install --global", description: "For Claude Desktop" },
    { command: "ultragit mcp install --client cursor", description: "For Cursor: .cursor/mcp.json in the repository" },
    { command: "ultragit mcp install --client codex --global", description: "For Codex: ~/.codex/config.toml" },
    {
      command: "ultragit mcp install --client cursor --url https://git.example.com/r/app/mcp",
      description: "A server of the team"
    },
    { command: "ultragit mcp install --config path/to/mcp.json --dry-run", description: "Show what would be written" }
  ]),
  Command.provide((input) => registrationLayer(input))
)
