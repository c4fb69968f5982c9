import { Effect } from "effect"
import { join } from "node:path"
import { runGitChecked } from "../../test/support/runGit.ts"
import { makeFolder } from "../../test/support/TemporaryRepository.ts"
import { rowOf, compareInTurn } from "../measure.ts"
import { type Command, timeOf } from "../processes.ts"
import type { Slot } from "../Slot.ts"
import type { Subject } from "../Subject.ts"

/** Without `CI`, as on a developer's machine, where hooks do not wait for the worker. */
const developer = ["env", "-u", "CI", "GIT_AUTHOR_NAME=Ada", "GIT_COMMITTER_NAME=Ada", "EMAIL=ada@example.org"] as const
const commit = ["git", "commit", "--quiet", "--allow-empty", "-m", "Change"] as const

const plain: Command = [...developer, ...commit]
const explained: Command = [...developer, "ULTRAGIT_REASONING=The broker closes second connections.", ...commit]

/** Makes a clone without hooks. */
const makeClone = Effect.fnUntraced(function* ({ directory }: Subject) {
  const clone = join(yield* makeFolder, "clone")
  yield* runGitChecked(directory, ["clone", "--quiet", "--shared", "--template=", "--", directory, clone])
  return clone
})

/** A commit with our hooks, against the same commit without hooks. */
export const hookCost: Slot = {
  name: "hookCost",
  about: "`git commit` with our hooks, without and with a reason, against the same in a clone without hooks",
  seconds: 15,
  measure: Effect.fn("hookCost")(function* ({ program, rounds, subject }) {
    const given = yield* subject
    const hooked = yield* makeClone(given)
    const bare = yield* makeClone(given)
    yield* timeOf([...program, "init"], hooked)
    const against = "the same in a clone without hooks"
    const without = timeOf(plain, bare)
    const silent = yield* compareInTurn(rounds, timeOf(plain, hooked), without)
    const withReason = yield* compareInTurn(rounds, timeOf(explained, hooked), without)
    // Wait for the last worker.
    yield* timeOf([...program, "hook", "run", "--wait"], hooked)
    return [
      rowOf("`git commit` with hooks", silent, against),
      rowOf("`git commit` with hooks and a reason", withReason, against)
    ]
  }, Effect.scoped)
}
