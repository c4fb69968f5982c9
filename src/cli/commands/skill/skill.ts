import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { placeFlags } from "../../kit/flags.ts"
import { settingsLayer } from "../../kit/layers.ts"
import { dryRunFlag, jsonFlag } from "../../kit/booleanFlags.ts"

const files = Flag.Literals("file", ["AGENTS.md", "CLAUDE.md"]).pipe(
  Flag.withMetavar("NAME"),
  Flag.withDescription("AGENTS.md or CLAUDE.md, also both (default: those that are there, else AGENTS.md)"),
  Flag.atLeast(0)
)

const printing = Effect.promise(() => import("./run.ts"))

const install = Command.make(
  "install",
  { files, dryRun: dryRunFlag, json: jsonFlag, repo: placeFlags.repo },
  Effect.fnUntraced(function* (input) {
    const { printInstall } = yield* printing
    yield* printInstall(input)
  })
).pipe(
  Command.withDescription("Put the guidance for agents into AGENTS.md or CLAUDE.md, and change nothing else there"),
  Command.withShortDescription("Put the guidance into a file"),
  Command.withExamples([
    { command: "ultragit skill install", description: "Into the files that are there, else AGENTS.md" },
    { command: "ultragit skill install --file CLAUDE.md --dry-run", description: "Say what would be written" }
  ]),
  Command.provide((input) => settingsLayer(input))
)

const uninstall = Command.make(
  "uninstall",
  { files, dryRun: dryRunFlag, json: jsonFlag, repo: placeFlags.repo },
  Effect.fnUntraced(function* (input) {
    const { printUninstall } = yield* printing
    yield* printUninstall(input)
  })
).pipe(
  Command.withDescription("Take the guidance out again; a file that holds nothing else goes with it"),
  Command.withShortDescription("Take the guidance out"),
  Command.withExamples([{ command: "ultragit skill uninstall", description: "Out of both files" }]),
  Command.provide((input) => settingsLayer(input))
)

const check = Command.make(
  "check",
  { files, json: jsonFlag, repo: placeFlags.repo },
  Effect.fnUntraced(function* (input) {
    const { printCheck } = yield* printing
    yield* printCheck(input)
  })
).pipe(
  Command.withDescription("Whether the guidance is there and up to date; exit code 1 when not"),
  Command.withShortDescription("Whether the guidance is up to date"),
  Command.withExamples([{ command: "ultragit skill check", description: "In a pipeline" }]),
  Command.provide((input) => settingsLayer(input))
)

const exported = Command.make(
  "export",
  { json: jsonFlag },
  Effect.fnUntraced(function* (input) {
    const { printGuidance } = yield* printing
    yield* printGuidance(input.json)
  })
).pipe(
  Command.withDescription("Print the guidance, to put it where no file of these names is read"),
  Command.withShortDescription("Print the guidance"),
  Command.withExamples([{ command: "ultragit skill export >> GEMINI.md", description: "Into another file" }])
)

/** `ultragit skill`: tells agents when to read and to leave reasons. */
export const skill = Command.make("skill").pipe(
  Command.withDescription("The guidance that tells coding agents when to ask for reasons and how to leave theirs"),
  Command.withShortDescription("Guidance for coding agents"),
  Command.withSubcommands([install, check, exported, uninstall])
)
