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

const contexts = Effect.promise(() => import("./run.ts"))

const oneInput = (input: {
  readonly input: Option.Option<string>
  readonly file: Option.Option<string>
}): Effect.Effect<void, CliError> => {
  if (Option.isSome(input.input) && input.input.value !== "-") {
    return Effect.fail(new ValidationError({ message: "The only argument is -, for standard input." }))
  }
  return Option.isSome(input.input) && Option.isSome(input.file)
    ? Effect.fail(new ValidationError({ message: "- and --file cannot be given together." }))
    : Effect.void
}

const set = Command.make(
  "set",
  {
    input: Argument.String("input").pipe(
      Argument.withDescription("- reads the facts as JSON from standard input"),
      Argument.optional
    ),
    ...commitContextFlags,
    file: Flag.String("file").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription("Read the facts as JSON from a file"),
      Flag.optional
    ),
    json: jsonFlag,
    repo: placeFlags.repo
  },
  Effect.fnUntraced(function* (input) {
    const { printSet } = yield* contexts
    const { args } = yield* Stdio.Stdio
    // The parser does not keep the order in which options came, and --at places those behind it.
    yield* printSet({ ...input, ...parseCommitArguments(yield* args) })
  })
).pipe(
  Command.validate((input) => oneInput(input)),
  Command.withDescription("Leave facts for the next commit of this work tree, in place of those that were left before"),
  Command.withShortDescription("Leave facts for the next commit"),
  Command.withExamples([
    {
      command: 'ultragit context set --task T-42 --reason "The broker closes second connections"',
      description: "Words"
    },
    {
      command: "ultragit context set --at src/pool.ts:connect --constraint 'Never throws'",
      description: "Of one function"
    },
    {
      command: "ultragit context set - < facts.json",
      description: "task, reason, constraints, dependencies, tags, risk, placed [{at, …}]"
    }
  ]),
  Command.provide((input) => authoringLayer(input))
)

const show = Command.make(
  "show",
  { json: jsonFlag, repo: placeFlags.repo },
  Effect.fnUntraced(function* (input) {
    const { printShow } = yield* contexts
    yield* printShow(input.json)
  })
).pipe(
  Command.withDescription("What was left for the next commit"),
  Command.withExamples([{ command: "ultragit context show --json", description: "For programs" }]),
  Command.provide((input) => authoringLayer(input))
)

const clear = Command.make(
  "clear",
  { json: jsonFlag, repo: placeFlags.repo },
  Effect.fnUntraced(function* (input) {
    const { printClear } = yield* contexts
    yield* printClear(input.json)
  })
).pipe(
  Command.withDescription("Take away what was left for the next commit"),
  Command.withExamples([{ command: "ultragit context clear", description: "Say nothing after all" }]),
  Command.provide((input) => authoringLayer(input))
)

/** `ultragit context`: facts left for the next commit. */
export const context = Command.make("context").pipe(
  Command.withDescription("Reasons left for the next commit, which the hooks note when it is made"),
  Command.withShortDescription("Reasons for the next commit"),
  Command.withSubcommands([set, show, clear])
)
