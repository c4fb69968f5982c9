import { Effect } from "effect"
import { join } from "node:path"
import { runGitChecked } from "../../test/support/runGit.ts"
import { makeFolder } from "../../test/support/TemporaryRepository.ts"
import { type Findings, versus } from "../measure.ts"
import { type Command, timeOf } from "../processes.ts"
import type { Subject } from "../Subject.ts"

/** As on a developer's machine, where hooks wait for nothing. */
const developer = ["env", "-u", "CI", "GIT_AUTHOR_NAME=Ada", "GIT_COMMITTER_NAME=Ada", "EMAIL=ada@example.org"] as const
const commit = ["git", "commit", "--quiet", "--allow-empty", "-m", "Change"] as const

const plain: Command = [...developer, ...commit]
const explained: Command = [...developer, "ULTRAGIT_REASONING=The broker closes second connections.", ...commit]

/** A clone of the subject; no hooks of anybody's. */
const makeClone = Effect.fnUntraced(function* ({ directory }: Subject) {
  const clone = join(yield* makeFolder, "clone")
  yield* runGitChecked(directory, ["clone", "--quiet", "--shared", "--template=", "--", directory, clone])
  return clone
})

/** A commit in a repository with our hooks, against the same commit in one without. */
export const hookCost = Effect.fn("hookCost")(function* (subject: Subject) {
  const hooked = yield* makeClone(subject)
  const bare = yield* makeClone(subject)
  yield* timeOf([...subject.program, "init"], hooked)
  const against = { against: "the same in a clone without hooks", reach: "" }
  const without = timeOf(plain, bare)
  const rows = [
    { what: "`git commit` with hooks", ...(yield* versus(subject.rounds, timeOf(plain, hooked), without)), ...against },
    {
      what: "`git commit` with hooks and a reason",
      ...(yield* versus(subject.rounds, timeOf(explained, hooked), without)),
      ...against
    }
  ]
  // The last worker may still be at it.
  yield* timeOf([...subject.program, "hook", "run", "--wait"], hooked)
  return { rows, facts: [] } satisfies Findings
}, Effect.scoped)
