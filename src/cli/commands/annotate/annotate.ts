import { Effect, Option, Stdio } from "effect"
import { type CliError, ValidationError } from "effect/cli/CliError"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { parseCommitArguments } from "../commit/commitArguments.ts"
import { commitContextFlags, hasReasons } from "../../kit/commitContextFlags.ts"
import { placeFlags } from "../../kit/flags.ts"
import { authoringLayer } from "../../kit/layers.ts"
import { jsonFlag, booleanFlag } from "../../kit/booleanFlags.ts"

const flags = {
  commit: Flag.String("commit").pipe(
    Flag.withMetavar("REV"),
    Flag.withDescription("Commit to annotate (default: HEAD, or the commit that a complete note names)"),
    Flag.optional
  ),
  ...commitContextFlags,
  live: booleanFlag("live", "Read standard input, even from a terminal (default for piped input)"),
  file: Flag.String("file").pipe(
    Flag.withMetavar("FILE"),
    Flag.withDescription("Read the annotation from a file"),
    Flag.optional
  ),
  partial: booleanFlag("partial", "Keep the valid regions if others cannot be resolved"),
  replace: booleanFlag("replace", "Overwrite an existing note instead of merging"),
  dryRun: booleanFlag("dry-run", "Print the note instead of writing it"),
  squashSources: Flag.String("squash-sources").pipe(
    Flag.withMetavar("A..B"),
    Flag.withDescription("Merge in the notes of the commits squashed into this one; needs no other input"),
    Flag.optional
  ),
  json: jsonFlag,
  ...placeFlags
}

const failCombined = (problem: string): Effect.Effect<void, CliError> =>
  Effect.fail(new ValidationError({ message: `${problem} cannot be combined.` }))

/** Flags that say where an annotation comes from. */
interface Sources {
  readonly live: boolean
  readonly file: Option.Option<string>
  readonly squashSources: Option.Option<string>
}

/** Whether the annotation can only come from standard input. */
const needsStandardInput = (input: Sources): boolean =>
  !input.live && Option.isNone(input.file) && Option.isNone(input.squashSources)

const noInput = "No input: give a --reason, pipe an annotation in, name a file with --file, or type it with --live."

const requirePipe = Effect.gen(function* () {
  const stdio = yield* Stdio.Stdio
  if (yield* stdio.stdinIsTerminal) return yield* new ValidationError({ message: noInput })
})

/** Flags of reasons that are given on the command line, which may be combined with those about the commit and the output only. */
const checkReasons = (
  input: Sources & { readonly partial: boolean; readonly replace: boolean }
): Effect.Effect<void, CliError> =>
  !needsStandardInput(input) || input.partial || input.replace
    ? failCombined("Reasons and --live, --file, --partial, --replace or --squash-sources")
    : Effect.void

/** `ultragit annotate`: records the reasons for a commit. */
export const annotate = Command.make(
  "annotate",
  flags,
  Effect.fnUntraced(function* (input) {
    const { printAnnotate, printAddedReasons } = yield* Effect.promise(() => import("./run.ts"))
    if (!hasReasons(input)) return yield* printAnnotate(input)
    const { args } = yield* Stdio.Stdio
    // The parser loses the order of the options, and --at applies to those after it.
    yield* printAddedReasons(input, parseCommitArguments(yield* args))
  })
).pipe(
  Command.validate((input) => {
    if (hasReasons(input)) return checkReasons(input)
    if (needsStandardInput(input)) return requirePipe
    if (input.live && Option.isSome(input.file)) return failCombined("--live and --file")
    if (input.dryRun && Option.isSome(input.squashSources)) return failCombined("--dry-run and --squash-sources")
    return Effect.void
  }),
  Command.withDescription(
    'Record why a commit is the way it is: by --reason and so on, as for ultragit commit, or by an annotation in JSON: {"summary": …, "regions": [{"file": …, "anchor": …, "intent": …, "reasoning"?, "constraints"?, "alternatives"?, "semantic_dependencies"?, "tags"?, "risk_notes"?, "lines"?}]}. Types, signatures and lines are derived from the commit; an existing note is merged. Lines without an anchor belong to the enclosing unit, or form a region of their own: lines 3-9.'
  ),
  Command.withShortDescription("Record why a commit is the way it is"),
  Command.withExamples([
    {
      command: 'ultragit annotate --at src/pool.ts:connect --reason "The broker closes second connections"',
      description: "Why the last commit changed a function"
    },
    { command: "ultragit annotate --file why.json", description: "Several places, each with its intent" },
    {
      command:
        'echo \'{"summary":"One pool","regions":[{"file":"src/pool.ts","anchor":"connect","intent":"One pool per broker"}]}\' | ultragit annotate',
      description: "From standard input"
    },
    { command: "ultragit annotate --commit v1.2.0 --file why.json --dry-run", description: "Preview the note" },
    { command: "ultragit annotate --squash-sources main..topic", description: "After a squash merge" }
  ]),
  Command.provide((input) => authoringLayer(input))
)
