import { Effect, Option } from "effect"
import * as Argument from "effect/cli/Argument"
import { ValidationError } from "effect/cli/CliError"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { placeFlags } from "../../kit/flags.ts"
import { authoringLayer } from "../../kit/layers.ts"
import { jsonFlag, booleanFlag } from "../../kit/booleanFlags.ts"

const value = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withMetavar("VALUE"), Flag.withDescription(description), Flag.optional)

const actions = {
  add: value("add", "Add to a list field; a dependency as FILE:ANCHOR=NATURE, an alternative as TEXT: REASON"),
  remove: value("remove", "Remove from a list field"),
  set: value("set", "Replace a text field")
}

interface ChangeFlags {
  readonly add: Option.Option<string>
  readonly remove: Option.Option<string>
  readonly set: Option.Option<string>
}

/** The changes that the three flags ask for. */
const toChanges = ({ add, remove, set }: ChangeFlags) => [
  ...Option.toArray(add).map((text) => ({ action: "add" as const, value: text })),
  ...Option.toArray(remove).map((text) => ({ action: "remove" as const, value: text })),
  ...Option.toArray(set).map((text) => ({ action: "set" as const, value: text }))
]

/** `ultragit correct`: corrects an annotation. */
export const correct = Command.make(
  "correct",
  {
    commit: Argument.String("commit").pipe(
      Argument.withDescription("Commit whose annotation to correct: any revision")
    ),
    region: Flag.String("region").pipe(
      Flag.withMetavar("ANCHOR"),
      Flag.withDescription("Function or type of the region")
    ),
    file: Flag.String("file").pipe(
      Flag.withMetavar("PATH"),
      Flag.withDescription("File of the region in that commit, if several regions have this name"),
      Flag.optional
    ),
    field: Flag.Literals("field", [
      "intent",
      "reasoning",
      "risk_notes",
      "constraints",
      "alternatives",
      "tags",
      "semantic_dependencies"
    ]).pipe(Flag.withMetavar("FIELD"), Flag.withDescription("Field to correct")),
    ...actions,
    allowSecret: booleanFlag("allow-secret", "Accept text that looks like a credential"),
    dryRun: booleanFlag("dry-run", "Show what would change, write nothing"),
    json: jsonFlag,
    ...placeFlags
  },
  Effect.fnUntraced(function* (input) {
    const { printCorrect } = yield* Effect.promise(() => import("./run.ts"))
    yield* Effect.forEach(toChanges(input), (change) => printCorrect({ ...input, ...change }), { discard: true })
  })
).pipe(
  Command.validate((input) =>
    toChanges(input).length === 1
      ? Effect.void
      : Effect.fail(new ValidationError({ message: "Give exactly one of --add, --remove and --set." }))
  ),
  Command.withDescription("Correct a region of an annotation; the note keeps the original too"),
  Command.withShortDescription("Correct an annotation"),
  Command.withExamples([
    {
      command: "ultragit correct 1a2b3c4 --region Pool.acquire --field constraints --remove 'Never blocks.'",
      description: "Remove a wrong constraint"
    },
    {
      command: "ultragit correct HEAD --region connect --field intent --set 'Make a pool for one broker.'",
      description: "Rewrite an intent"
    }
  ]),
  Command.provide((input) => authoringLayer(input))
)
