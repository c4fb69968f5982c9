import { Effect } from "effect"
import * as Argument from "effect/cli/Argument"
import { ValidationError } from "effect/cli/CliError"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { commitContextFlags } from "../../kit/commitContextFlags.ts"

/** `ultragit commit` as help and completions know it; it runs without this parser. */
export const commit = Command.make("commit", {
  ...commitContextFlags,
  annotation: Flag.String("annotation").pipe(
    Flag.withMetavar("FILE"),
    Flag.withDescription("Annotation of the commit, as ultragit annotate takes it"),
    Flag.optional
  ),
  git: Argument.String("git-options").pipe(
    Argument.withDescription("Everything else goes to git commit untouched: -m, -a, --amend, -p, paths …"),
    Argument.variadic()
  )
}).pipe(
  Command.validate(() =>
    Effect.fail(new ValidationError({ message: "commit must be the first word behind ultragit." }))
  ),
  Command.withDescription(
    "Commit and note the reasons in one step, in the working directory. Runs git commit with its own options, editor, hooks and exit code. What is said belongs to every unit that the commit changes, or that an amend changes; --at FILE:ANCHOR places the options behind it, up to the next --at."
  ),
  Command.withShortDescription("Commit and note why"),
  Command.withExamples([
    {
      command: 'ultragit commit -am "Keep one connection" --reason "The broker closes second ones" --task T-42',
      description: "Reasons for everything it changes"
    },
    {
      command:
        "ultragit commit -am 'Send tags' --at lib/send.js:send --constraint 'Stay synchronous' --at lib/tag.js:tag --reason 'Weak tags break ranges'",
      description: "Reasons for two functions"
    },
    { command: "ultragit commit -m 'Add the pool' --annotation why.json", description: "Intents of their own" }
  ])
)
