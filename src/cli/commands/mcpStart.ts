import { Effect, Layer, MutableRef, Option, References } from "effect"
import * as Command from "effect/cli/Command"
import { Settings } from "../../config/Settings.ts"
import { Backend } from "../Backend.ts"
import { exitCodes } from "../failures.ts"
import { placeFlags, toolsetsFlag } from "../flags.ts"
import { InterruptedCode } from "../InterruptedCode.ts"
import { settingsAt } from "../place.ts"

const loadServer = Effect.all(
  [Effect.promise(() => import("../../mcp/serve.ts")), Effect.promise(() => import("../../mcp/Toolset.ts"))],
  { concurrency: 2 }
).pipe(Effect.map(([{ serve, serverLog }, { select }]) => ({ select, serve, serverLog })))

/** What the server itself is set to. Where that cannot be read it starts all the same, and each call says why. */
const serverSettings = Effect.gen(function* () {
  const settings = yield* Settings
  const values = yield* settings.values
  return Option.some(values)
}).pipe(Effect.catch((error) => Effect.as(Effect.logWarning(error.message), Option.none())))

/** `ultragit mcp start`: serves the tools until input ends. */
export const mcpStart = Command.make(
  "start",
  { ...placeFlags, toolsets: toolsetsFlag },
  Effect.fnUntraced(function* (input) {
    MutableRef.set(yield* InterruptedCode, exitCodes.success)
    const backend = yield* Backend
    const [{ select, serve, serverLog }, registry, settings] = yield* Effect.all(
      [loadServer, backend.toolsets, serverSettings],
      { concurrency: 3 }
    )
    const configured = Option.map(settings, ({ toolsets }) => toolsets)
    const names = Option.getOrElse(
      Option.orElse(input.toolsets, () => configured),
      () => []
    )
    const toolsets = yield* select(registry, names)
    const log = yield* Layer.build(serverLog(yield* References.MinimumLogLevel))
    yield* serve({
      name: "ultragit",
      version: backend.version,
      toolsets,
      ...(Option.isSome(settings) ? { maxMessageBytes: settings.value.maxMessageBytes } : {})
    }).pipe(Effect.provideContext(log))
  }, Effect.scoped)
).pipe(
  Command.withDescription("Serve the tools over standard input and output (MCP), until input ends"),
  Command.withShortDescription("Serve the tools over standard input and output"),
  Command.withExamples([
    { command: "ultragit mcp start", description: "For the repository here; clients run this" },
    { command: "ultragit mcp start --repo ~/src/app --toolsets all", description: "Elsewhere, with every toolset" }
  ]),
  Command.provide((input) => settingsAt(input))
)
