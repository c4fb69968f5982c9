import { Effect, Option } from "effect"
import * as Command from "effect/cli/Command"
import { registrationAt } from "../place.ts"
import { targetFlags, targetOf } from "../target.ts"
import { toolsetsFlag } from "../flags.ts"

/** `ultragit mcp install`: registers the server with a client. */
export const mcpInstall = Command.make(
  "install",
  { ...targetFlags, toolsets: toolsetsFlag },
  Effect.fnUntraced(function* (input) {
    const { printInstall } = yield* Effect.promise(() => import("../registration.ts"))
    yield* printInstall({ ...(yield* targetOf(input)), toolsets: Option.getOrElse(input.toolsets, () => []) })
  })
).pipe(
  Command.withDescription("Write the server's entry into a client's configuration, and nothing else"),
  Command.withShortDescription("Register the server with a client"),
  Command.withExamples([
    { command: "ultragit mcp install", description: "For Claude Code: .mcp.json in the repository's root" },
    { command: "ultragit mcp install --global", description: "For Claude Desktop" },
    { command: "ultragit mcp install --client cursor", description: "For Cursor: .cursor/mcp.json in the repository" },
    { command: "ultragit mcp install --client codex --global", description: "For Codex: ~/.codex/config.toml" },
    { command: "ultragit mcp install --config path/to/mcp.json --dry-run", description: "Show what would be written" }
  ]),
  Command.provide((input) => registrationAt(input))
)
