import { Effect, Option, Stdio } from "effect"
import { type CliError, ValidationError } from "effect/cli/CliError"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { commitContextFlags } from "../../kit/commitContextFlags.ts"
import { placeFlags } from "../../kit/flags.ts"
import { authoringLayer } from "../../kit/layers.ts"
import { jsonFlag, booleanFlag } from "../../kit/booleanFlags.ts"

const flags = {
  commit: Flag.String("commit").pipe(
    Flag.withMetavar("REV"),
    Flag.withDescription("Commit to annotate (default: HEAD, or the one that a whole note names)"),
    Flag.optional
  ),
  live: booleanFlag("live", "Read standard input, also from a terminal (default where something is piped in)"),
  file: Flag.String("file").pipe(
    Flag.withMetavar("FILE"),
    Flag.withDescription("Read the annotation from a file"),
    Flag.optional
  ),
  partial: booleanFlag("partial", "Keep the good regions when others cannot be resolved"),
  replace: booleanFlag("replace", "Overwrite the note there is instead of merging with it"),
  dryRun: booleanFlag("dry-run", "Print the note that would be written, and write nothing"),
  allowSecret: commitContextFlags.allowSecret,
  squashSources: Flag.String("squash-sources").pipe(
    Flag.withMetavar("A..B"),
    Flag.withDescription("Bring in the notes of commits that were squashed into this one; no input is needed then"),
    Flag.optional
  ),
  json: jsonFlag,
  ...placeFlags
}

const together = (problem: string): Effect.Effect<void, CliError> =>
  Effect.fail(new ValidationError({ message: `${problem} cannot be given together.` }))

/** Whether nothing but standard input can say what to note. */
const isSilent = (input: {
  readonly live: boolean
  readonly file: Option.Option<string>
  readonly squashSources: Option.Option<string>
}): boolean => !input.live && Option.isNone(input.file) && Option.isNone(input.squashSources)

const silent = "Nothing is piped in: name a file with --file, or type the annotation with --live."

const fromTerminal = Effect.gen(function* () {
  const stdio = yield* Stdio.Stdio
  if (yield* stdio.stdinIsTerminal) return yield* new ValidationError({ message: silent })
})

/** `ultragit annotate`: notes the reasons for a commit. */
export const annotate = Command.make(
  "annotate",
  flags,
  Effect.fnUntraced(function* (input) {
    const { printAnnotate } = yield* Effect.promise(() => import("./run.ts"))
    yield* printAnnotate(input)
  })
).pipe(
  Command.validate((input) => {
    if (isSilent(input)) return fromTerminal
    if (input.live && Option.isSome(input.file)) return together("--live and --file")
    if (input.dryRun && Option.isSome(input.squashSources)) return together("--dry-run and --squash-sources")
    return Effect.void
  }),
  Command.withDescription(
    'Note why a commit is as it is. The annotation is JSON: {"summary": …, "regions": [{"file": …, "anchor": …, "intent": …, "reasoning"?, "constraints"?, "semantic_dependencies"?, "tags"?, "risk_notes"?, "lines"?}]}. Types, signatures and lines are derived from the commit; a note that is there is merged with. Lines alone belong to the unit around them; where there is none they are named by themselves: lines 3-9.'
  ),
  Command.withShortDescription("Note why a commit is as it is"),
  Command.withExamples([
    { command: "ultragit annotate --file why.json", description: "The last commit" },
    {
      command:
        'echo \'{"summary":"One pool","regions":[{"file":"src/pool.ts","anchor":"connect","intent":"One pool a broker"}]}\' | ultragit annotate',
      description: "Piped in"
    },
    { command: "ultragit annotate --commit v1.2.0 --file why.json --dry-run", description: "See the note first" },
    { command: "ultragit annotate --squash-sources main..topic", description: "After a squash merge" }
  ]),
  Command.provide((input) => authoringLayer(input))
)
