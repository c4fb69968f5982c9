import { existsSync } from "node:fs"
import { cp } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makePool, poolSource } from "../support/annotated.ts"
import { askAll, living, type QuestionName, type Outcome } from "../support/faults/repository.ts"
import { movedBefore } from "../support/faults/repositoryMoves.ts"
import { isLong, slow } from "../support/scale.ts"
import { makeFolder, repositoryAt, type TemporaryRepository } from "../support/TemporaryRepository.ts"

/** What others do to a repository in one go, as a shell script. */
const moves = {
  "a commit": `printf '// more\\n' >> src/pool.ts; git commit -q -a -m More`,
  "a branch rewound": "git reset -q --hard HEAD~1",
  "another branch": "git checkout -q side",
  "a rebase in progress":
    "git -c core.editor=true -c sequence.editor=\"sed -i 's/^pick/edit/'\" rebase -q -i --onto side HEAD~1",
  "a note changed": "git notes --ref=ultragit copy -f HEAD HEAD~1",
  "the notes deleted": "git update-ref -d refs/notes/ultragit",
  "a garbage collection": "git reflog expire --expire=now --all; git gc -q --prune=now",
  "a garbage collection after a branch is gone":
    "git checkout -q side; git branch -q -D main; git reflog expire --expire=now --all; git gc -q --prune=now"
}

/** Before the first call of which sub-command it happens; `--batch`: the `cat-file` that reads notes and their trees. */
const moments = ["config", "cat-file", "--batch", "for-each-ref", "rev-list", "blame", "log"]

const short: ReadonlyArray<readonly [keyof typeof moves, string]> = [
  ["a commit", "blame"],
  ["a branch rewound", "rev-list"],
  ["a note changed", "--batch"],
  ["another branch", "--batch"],
  ["a garbage collection after a branch is gone", "blame"]
]

const names = Object.keys(moves).filter((name): name is keyof typeof moves => name in moves)
const chosen = isLong ? names.flatMap((name) => moments.map((moment) => [name, moment] as const)) : short

const makeSided = Effect.gen(function* () {
  const { repository, first } = yield* makePool
  yield* repository.git(["checkout", "--quiet", "-b", "side", first])
  yield* repository.commit("Aside", { files: { "src/pool.ts": `// aside\n${poolSource}` } })
  yield* repository.git(["checkout", "--quiet", "main"])
  return repository
})

const copyOf = Effect.fnUntraced(function* ({ directory }: TemporaryRepository) {
  const folder = join(yield* makeFolder, "copy")
  yield* Effect.promise(() => cp(directory, folder, { recursive: true }))
  return repositoryAt(folder)
})

/** A file that is dirty is blamed on top of HEAD, wherever that is by then. */
const dirty = (repository: TemporaryRepository) =>
  repository.write("src/app.ts", "// unsaved\nexport const start = 1\n")

const againPattern = /ask again|^object_missing|^revision_not_found|^ref_unreadable|^notes_unreadable/

const allowed = (seen: Outcome, before: Outcome, after: Outcome): boolean => {
  const text = JSON.stringify(seen)
  if (text === JSON.stringify(before) || text === JSON.stringify(after)) return true
  return "failure" in seen && againPattern.test(seen.failure)
}

describe("while a question is being answered", () => {
  for (const [name, moment] of chosen) {
    it.effect(
      `${name} before git ${moment} leaves an answer from before or after it`,
      () =>
        Effect.gen(function* () {
          const original = yield* makeSided
          if (name === "a garbage collection" || name.includes("note")) yield* dirty(original)
          const [early, moving] = [yield* copyOf(original), yield* copyOf(original)]
          const before = yield* living(early, {}, askAll)
          const { armed, environment, failed } = yield* movedBefore(moving.directory, moment, moves[name])
          yield* living(moving, environment, (server) =>
            Effect.gen(function* () {
              const seen = yield* askAll(server)
              assert.isFalse(existsSync(failed), "the script failed")
              assert.isTrue(isLong || !existsSync(armed), "nothing happened")
              const after = yield* askAll(server)
              if (isLong) assert.deepStrictEqual(yield* living(moving, {}, askAll), after)
              for (const question of Object.keys(before).filter((key): key is QuestionName => key in before)) {
                assert.isTrue(
                  allowed(seen[question], before[question], after[question]),
                  `${question}: ${JSON.stringify([seen[question], before[question], after[question]], undefined, 1)}`
                )
              }
            })
          )
        }),
      moment === "blame" && name === "a commit" ? {} : slow
    )
  }
})
