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
  Flag.withDescription("Branch whose pushes are looked at (default: the default branch of origin, else main)"),
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
    "Print a workflow for GitHub Actions that brings notes to the commits that squash and rebase merges make, and pushes them"
  ),
  Command.withShortDescription("A workflow for GitHub Actions"),
  Command.withExamples([
    { command: "ultragit ci github > .github/workflows/ultragit.yml", description: "Then commit the file" },
    { command: "ultragit ci github --branch develop", description: "For another branch" }
  ]),
  Command.provide((input) => settingsLayer(input))
)

/** `ultragit ci`: what a hosting service must do for notes. */
export const ci = Command.make("ci").pipe(
  Command.withDescription("Files that let a hosting service bring notes along when it merges"),
  Command.withShortDescription("Workflow files for hosting services"),
  Command.withSubcommands([github])
)
