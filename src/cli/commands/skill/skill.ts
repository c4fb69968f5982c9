import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { placeFlags } from "../../kit/flags.ts"
import { settingsLayer } from "../../kit/layers.ts"
import { dryRunFlag, jsonFlag } from "../../kit/booleanFlags.ts"

const filesFlag = Flag.Literals("file", ["AGENTS.md", "CLAUDE.md"]).pipe(
  Flag.withMetavar("NAME"),
  Flag.withDescription("AGENTS.md or CLAUDE.md; repeatable (default: those that exist, else AGENTS.md)"),
  Flag.atLeast(0)
)

const loadRun = Effect.promise(() => import("./run.ts"))

const install = Command.make(
  "install",
  { files: filesFlag, dryRun: dryRunFlag, json: jsonFlag, repo: placeFlags.repo },
  Effect.fnUntraced(function* (input) {
    const { printInstall } = yield* loadRun
    yield* printInstall(input)
  })
).pipe(
  Command.withDescription(
    "Write the guidance for agents into AGENTS.md or CLAUDE.md, leaving their other text unchanged"
  ),
  Command.withShortDescription("Write the guidance into a file"),
  Command.withExamples([
    { command: "ultragit skill install", description: "Into the files that exist, else AGENTS.md" },
    { command: "ultragit skill install --file CLAUDE.md --dry-run", description: "Preview the change" }
  ]),
  Command.provide((input) => settingsLayer(input))
)

const uninstall = Command.make(
  "uninstall",
  { files: filesFlag, dryRun: dryRunFlag, json: jsonFlag, repo: placeFlags.repo },
  Effect.fnUntraced(function* (input) {
    const { printUninstall } = yield* loadRun
    yield* printUninstall(input)
  })
).pipe(
  Command.withDescription("Remove the guidance; deletes a file that contains nothing else"),
  Command.withShortDescription("Remove the guidance"),
  Command.withExamples([{ command: "ultragit skill uninstall", description: "From both files" }]),
  Command.provide((input) => settingsLayer(input))
)

const check = Command.make(
  "check",
  { files: filesFlag, json: jsonFlag, repo: placeFlags.repo },
  Effect.fnUntraced(function* (input) {
    const { printCheck } = yield* loadRun
    yield* printCheck(input)
  })
).pipe(
  Command.withDescription("Check that the guidance exists and is up to date; exit code 1 if not"),
  Command.withShortDescription("Check the guidance"),
  Command.withExamples([{ command: "ultragit skill check", description: "In CI" }]),
  Command.provide((input) => settingsLayer(input))
)

const exportGuidance = Command.make(
  "export",
  { json: jsonFlag },
  Effect.fnUntraced(function* (input) {
    const { printGuidance } = yield* loadRun
    yield* printGuidance(input.json)
  })
).pipe(
  Command.withDescription("Print the guidance, for agents that read another file"),
  Command.withShortDescription("Print the guidance"),
  Command.withExamples([{ command: "ultragit skill export >> GEMINI.md", description: "Into another file" }])
)

/** `ultragit skill`: manages the guidance that tells agents when to read and record reasons. */
export const skill = Command.make("skill").pipe(
  Command.withDescription("Manage the guidance that tells coding agents when to read reasons and how to record theirs"),
  Command.withShortDescription("Manage the guidance for coding agents"),
  Command.withSubcommands([install, check, exportGuidance, uninstall])
)
