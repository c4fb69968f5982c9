import * as Command from "effect/cli/Command"
import { dbFlag, placeFlags, rootFlag, envFileFlag, toolsetsFlag } from "../../kit/flags.ts"
import { repositoryLayer } from "../../kit/layers.ts"
import { serveTools } from "./serve.ts"

/** `ultragit mcp start`: serves the tools until input ends. */
export const mcpStart = Command.make(
  "start",
  { ...placeFlags, toolsets: toolsetsFlag, db: dbFlag, root: rootFlag, envFile: envFileFlag },
  (input) => serveTools(input)
).pipe(
  Command.withDescription("Serve the tools over standard input and output (MCP) until input ends"),
  Command.withShortDescription("Serve the tools over standard input and output"),
  Command.withExamples([
    { command: "ultragit mcp start", description: "For the current repository; clients run this" },
    {
      command: "ultragit mcp start --repo ~/src/app --toolsets all",
      description: "For another repository, with every toolset"
    }
  ]),
  Command.provide((input) => repositoryLayer(input))
)
