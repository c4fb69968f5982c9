import { Effect } from "effect"
import * as Argument from "effect/cli/Argument"
import { ValidationError } from "effect/cli/CliError"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { commitContextFlags } from "../../kit/commitContextFlags.ts"

/** `ultragit commit` for help and completion. It runs without this parser, in `runCommit.ts`. */
export const commit = Command.make("commit", {
  ...commitContextFlags,
  annotation: Flag.String("annotation").pipe(
    Flag.withMetavar("FILE"),
    Flag.withDescription("Annotation file of the commit, in the format of ultragit annotate"),
    Flag.optional
  ),
  git: Argument.String("git-options").pipe(
    Argument.withDescription("Passed to git commit unchanged: -m, -a, --amend, -p, paths …"),
    Argument.variadic()
  )
}).pipe(
  Command.validate(() =>
    Effect.fail(new ValidationError({ message: "commit must be the first word after ultragit." }))
  ),
  Command.withDescription(
    "Commit and record the reasons in one step, in the working directory. Runs git commit with its own options, editor, hooks and exit code. Reasons apply to every unit that the commit or amend changes; after --at FILE:ANCHOR they apply to that place, up to the next --at."
  ),
  Command.withShortDescription("Commit and record why"),
  Command.withExamples([
    {
      command: 'ultragit commit -am "Keep one connection" --reason "The broker closes second ones" --task T-42',
      description: "A reason for everything in the commit"
    },
    {
      command:
        "ultragit commit -am 'Send tags' --at lib/send.js:send --constraint 'Stay synchronous' --at lib/tag.js:tag --reason 'Weak tags break ranges'",
      description: "Reasons for two functions"
    },
    { command: "ultragit commit -m 'Add the pool' --annotation why.json", description: "A complete annotation" }
  ])
)
