import { Effect } from "effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { hookClients } from "../../../agents/events/AgentEvent.ts"
import { Backend } from "../../kit/Backend.ts"
import { booleanFlag, dryRunFlag, jsonFlag } from "../../kit/booleanFlags.ts"
import { placeFlags } from "../../kit/flags.ts"
import { preparingLayer, registrationLayer } from "../../kit/layers.ts"

const loadRun = Effect.promise(() => import("./run.ts"))

const targetFlags = (defaultClients: string) => ({
  clients: Flag.Literals("client", hookClients).pipe(
    Flag.withMetavar("NAME"),
    Flag.withDescription(`${hookClients.join(", ")}; repeatable (default: ${defaultClients})`),
    Flag.atLeast(0)
  ),
  global: booleanFlag("global", "The user's files, for all repositories"),
  local: booleanFlag("local", "Only what is not shared: the user's hooks for this repository; Claude Code only"),
  dryRun: dryRunFlag,
  json: jsonFlag,
  repo: placeFlags.repo
})

const install = Command.make(
  "install",
  targetFlags("claude-code, and those that the repository, or with --global your home, shows signs of"),
  Effect.fnUntraced(function* (input) {
    const { printInstall } = yield* loadRun
    yield* printInstall(input)
  })
).pipe(
  Command.withDescription(
    "Set up everything that agents need: hooks, the MCP server with tools to read and write reasons, and the guidance"
  ),
  Command.withShortDescription("Set up hooks, MCP server and guidance"),
  Command.withExamples([
    { command: "ultragit agents install", description: "For this repository, in files to commit" },
    { command: "ultragit agents install --client codex --client cursor", description: "For these agents" },
    { command: "ultragit agents install --local", description: "For you alone: .claude/settings.local.json" },
    { command: "ultragit agents install --global", description: "For all your repositories" }
  ]),
  Command.provide((input) => registrationLayer(input))
)

const uninstall = Command.make(
  "uninstall",
  targetFlags("all"),
  Effect.fnUntraced(function* (input) {
    const { printUninstall } = yield* loadRun
    yield* printUninstall(input)
  })
).pipe(
  Command.withDescription("Remove exactly what agents install has added"),
  Command.withShortDescription("Remove hooks, MCP server and guidance"),
  Command.withExamples([{ command: "ultragit agents uninstall --dry-run", description: "Preview the changes" }]),
  Command.provide((input) => registrationLayer(input))
)

const status = Command.make(
  "status",
  {
    usage: booleanFlag("usage", "Count what hooks did: how often, how fast, what they told"),
    json: jsonFlag,
    repo: placeFlags.repo
  },
  Effect.fnUntraced(function* (input) {
    const { printStatus } = yield* loadRun
    yield* printStatus(input)
  })
).pipe(
  Command.withDescription(
    "Show which agents are set up, what their hooks did, and their latest errors; nothing is sent"
  ),
  Command.withShortDescription("Show which agents are set up, and what hooks did"),
  Command.withExamples([{ command: "ultragit agents status --usage", description: "With counts" }]),
  Command.provide((input) => registrationLayer(input))
)

const hook = Command.make(
  "hook",
  {
    client: Flag.Literals("client", hookClients).pipe(
      Flag.withMetavar("NAME"),
      Flag.withDescription("Whose hook it is, which decides the form of the answer"),
      Flag.withDefault("claude-code" as const)
    ),
    event: Flag.String("event").pipe(
      Flag.withMetavar("NAME"),
      Flag.withDescription("The event, for clients whose JSON does not name it"),
      Flag.withDefault("")
    )
  },
  Effect.fnUntraced(function* ({ client, event }) {
    const { version } = yield* Backend
    const { answerHook } = yield* Effect.promise(() => import("./answerHook.ts"))
    yield* answerHook({ client, fallbackEvent: event }, version)
  })
).pipe(
  Command.withDescription("Answer a hook: reads the agent's JSON from standard input, prints JSON or nothing"),
  Command.withShortDescription("Answer a hook of an agent"),
  Command.withExamples([
    { command: "ultragit agents hook --client claude-code < event.json", description: "As the agent runs it" }
  ])
)

const prepare = Command.make(
  "prepare",
  {},
  Effect.fnUntraced(function* () {
    const { version } = yield* Backend
    const { runPrepare } = yield* Effect.promise(() => import("../../../agents/answering/runPrepare.ts"))
    yield* runPrepare(version)
  })
).pipe(
  Command.withDescription("Work out what hooks of agents ask for"),
  // The repository that the hook found, not one that GIT_DIR names.
  Command.provide(() => preparingLayer({ repo: "." })),
  Command.unlisted
)

const plugin = Command.make(
  "plugin",
  { folder: Argument.String("folder").pipe(Argument.withDescription("Folder to write the plugin into")) },
  Effect.fnUntraced(function* ({ folder }) {
    const { version } = yield* Backend
    const { printPlugin } = yield* loadRun
    yield* printPlugin(folder, version)
  })
).pipe(
  Command.withDescription("Write a plugin of Claude Code: hooks, MCP server and skill in one folder"),
  Command.withShortDescription("Write a plugin of Claude Code"),
  Command.withExamples([
    { command: "ultragit agents plugin ./ultragit-plugin", description: "For claude --plugin-dir" }
  ])
)

/** `ultragit agents …`: what coding agents are told without asking. */
export const agents = Command.make("agents").pipe(
  Command.withDescription("Give coding agents the recorded reasons before they change code"),
  Command.withShortDescription("Tell agents the reasons before they change code"),
  Command.withSubcommands([install, uninstall, status, plugin, hook, prepare])
)
