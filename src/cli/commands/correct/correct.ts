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
  add: value("add", "Add to a list; a dependency as FILE:ANCHOR=NATURE"),
  remove: value("remove", "Take out of a list"),
  set: value("set", "Say instead of a text")
}

interface Given {
  readonly add: Option.Option<string>
  readonly remove: Option.Option<string>
  readonly set: Option.Option<string>
}

/** What is to be done: what was given of the three. */
const given = ({ add, remove, set }: Given) => [
  ...Option.toArray(add).map((text) => ({ action: "add" as const, value: text })),
  ...Option.toArray(remove).map((text) => ({ action: "remove" as const, value: text })),
  ...Option.toArray(set).map((text) => ({ action: "set" as const, value: text }))
]

/** `ultragit correct`: what an annotation should have said. */
export const correct = Command.make(
  "correct",
  {
    commit: Argument.String("commit").pipe(Argument.withDescription("Whose annotation: any revision")),
    region: Flag.String("region").pipe(
      Flag.withMetavar("ANCHOR"),
      Flag.withDescription("Function or type that the region is about")
    ),
    file: Flag.String("file").pipe(
      Flag.withMetavar("PATH"),
      Flag.withDescription("Its file in that commit, where several have a region of this name"),
      Flag.optional
    ),
    field: Flag.Literals("field", [
      "intent",
      "reasoning",
      "risk_notes",
      "constraints",
      "tags",
      "semantic_dependencies"
    ]).pipe(Flag.withMetavar("FIELD"), Flag.withDescription("What of the region is wrong")),
    ...actions,
    allowSecret: booleanFlag("allow-secret", "Take a text that looks like a credential"),
    dryRun: booleanFlag("dry-run", "Say what would be done and write nothing"),
    json: jsonFlag,
    ...placeFlags
  },
  Effect.fnUntraced(function* (input) {
    const { printCorrect } = yield* Effect.promise(() => import("./run.ts"))
    yield* Effect.forEach(given(input), (change) => printCorrect({ ...input, ...change }), { discard: true })
  })
).pipe(
  Command.validate((input) =>
    given(input).length === 1
      ? Effect.void
      : Effect.fail(new ValidationError({ message: "Give one of --add, --remove and --set." }))
  ),
  Command.withDescription("Correct what an annotation says of a region; the original is kept beside the correction"),
  Command.withShortDescription("Correct an annotation"),
  Command.withExamples([
    {
      command: "ultragit correct 1a2b3c4 --region Pool.acquire --field constraints --remove 'Never blocks.'",
      description: "Take back what is not so"
    },
    {
      command: "ultragit correct HEAD --region connect --field intent --set 'Make a pool for one broker.'",
      description: "Say it better"
    }
  ]),
  Command.provide((input) => authoringLayer(input))
)
