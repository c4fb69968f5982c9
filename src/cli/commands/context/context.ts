import { Effect, Option, Stdio } from "effect"
import * as Argument from "effect/cli/Argument"
import { type CliError, ValidationError } from "effect/cli/CliError"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { parseCommitArguments } from "../commit/commitArguments.ts"
import { commitContextFlags } from "../../kit/commitContextFlags.ts"
import { placeFlags } from "../../kit/flags.ts"
import { authoringLayer } from "../../kit/layers.ts"
import { jsonFlag } from "../../kit/booleanFlags.ts"

const loadRun = Effect.promise(() => import("./run.ts"))

const validateInput = (input: {
  readonly input: Option.Option<string>
  readonly file: Option.Option<string>
}): Effect.Effect<void, CliError> => {
  if (Option.isSome(input.input) && input.input.value !== "-") {
    return Effect.fail(new ValidationError({ message: "The only valid argument is -, for standard input." }))
  }
  return Option.isSome(input.input) && Option.isSome(input.file)
    ? Effect.fail(new ValidationError({ message: "- and --file cannot be combined." }))
    : Effect.void
}

const set = Command.make(
  "set",
  {
    input: Argument.String("input").pipe(
      Argument.withDescription("- reads the context as JSON from standard input"),
      Argument.optional
    ),
    ...commitContextFlags,
    file: Flag.String("file").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription("Read the context as JSON from a file"),
      Flag.optional
    ),
    json: jsonFlag,
    repo: placeFlags.repo
  },
  Effect.fnUntraced(function* (input) {
    const { printSet } = yield* loadRun
    const { args } = yield* Stdio.Stdio
    // The parser loses the order of the options, and --at applies to those after it.
    yield* printSet({ ...input, ...parseCommitArguments(yield* args) })
  })
).pipe(
  Command.validate((input) => validateInput(input)),
  Command.withDescription("Store reasons for the next commit of this work tree, replacing those stored before"),
  Command.withShortDescription("Store reasons for the next commit"),
  Command.withExamples([
    {
      command: 'ultragit context set --task T-42 --reason "The broker closes second connections"',
      description: "A task and a reason"
    },
    {
      command: "ultragit context set --at src/pool.ts:connect --constraint 'Never throws'",
      description: "A constraint of one function"
    },
    {
      command: "ultragit context set - < context.json",
      description: "task, reason, constraints, alternatives, dependencies, tags, risk, placed [{at, …}]"
    }
  ]),
  Command.provide((input) => authoringLayer(input))
)

const show = Command.make(
  "show",
  { json: jsonFlag, repo: placeFlags.repo },
  Effect.fnUntraced(function* (input) {
    const { printShow } = yield* loadRun
    yield* printShow(input.json)
  })
).pipe(
  Command.withDescription("Show the reasons stored for the next commit"),
  Command.withExamples([{ command: "ultragit context show --json", description: "As JSON" }]),
  Command.provide((input) => authoringLayer(input))
)

const clear = Command.make(
  "clear",
  { json: jsonFlag, repo: placeFlags.repo },
  Effect.fnUntraced(function* (input) {
    const { printClear } = yield* loadRun
    yield* printClear(input.json)
  })
).pipe(
  Command.withDescription("Delete the reasons stored for the next commit"),
  Command.withExamples([{ command: "ultragit context clear", description: "Discard them" }]),
  Command.provide((input) => authoringLayer(input))
)

/** `ultragit context`: manages the context of the next commit. */
export const context = Command.make("context").pipe(
  Command.withDescription("Manage reasons for the next commit; the hooks record them when you commit"),
  Command.withShortDescription("Manage reasons for the next commit"),
  Command.withSubcommands([set, show, clear])
)
