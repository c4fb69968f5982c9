import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { jsonText } from "../../../domain/Text.ts"
import { Backend } from "../../kit/Backend.ts"
import { placeFlags } from "../../kit/flags.ts"
import { writeOutput } from "../../kit/output.ts"
import { settingsLayer } from "../../kit/layers.ts"
import { jsonFlag } from "../../kit/booleanFlags.ts"

const branch = Flag.String("branch").pipe(
  Flag.withMetavar("NAME"),
  Flag.withDescription("Branch whose pushes trigger it (default: the default branch of origin, else main)"),
  Flag.optional
)

const github = Command.make(
  "github",
  { branch, json: jsonFlag, ...placeFlags },
  Effect.fnUntraced(function* (input) {
    const { workflowHere } = yield* Effect.promise(() => import("../../../setup/ci/github.ts"))
    const text = yield* workflowHere((yield* Backend).version, input.branch)
    const document = { $schema: "ultragit-ci/v1", file: ".github/workflows/ultragit.yml", text }
    yield* writeOutput(input.json ? `${jsonText(document)}\n` : text)
  })
).pipe(
  Command.withDescription(
    "Print a GitHub Actions workflow that carries notes to the commits of squash and rebase merges and pushes them"
  ),
  Command.withShortDescription("Print a GitHub Actions workflow"),
  Command.withExamples([
    { command: "ultragit ci github > .github/workflows/ultragit.yml", description: "Write the file, then commit it" },
    { command: "ultragit ci github --branch develop", description: "For another branch" }
  ]),
  Command.provide((input) => settingsLayer(input))
)

/** `ultragit ci`: prints workflows for hosting services. */
export const ci = Command.make("ci").pipe(
  Command.withDescription("Print workflows that carry notes when a hosting service merges"),
  Command.withShortDescription("Print workflows for hosting services"),
  Command.withSubcommands([github])
)
