import { existsSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { type Progress, WorkProgress } from "../../src/domain/WorkProgress.ts"
import { makePool, poolSource } from "../support/annotated.ts"
import { serving } from "../support/ask.ts"
import { type FakeGit, makeFakeGit } from "../support/FakeGit.ts"
import { withSleep } from "../support/heldSleep.ts"

/** A git whose blame of `src/pool.ts` waits until the test lets it go on. */
const makeHeldBlame = Effect.gen(function* () {
  const git = yield* makeFakeGit({
    blame: `case "$*" in *src/pool.ts*)
      touch "$FOLDER/held"; while [ ! -e "$FOLDER/go" ]; do sleep 0.05; done ;;
    esac`
  })
  const held: Effect.Effect<void> = Effect.suspend(() =>
    existsSync(join(git.folder, "held")) ? Effect.void : Effect.andThen(Effect.sleep("20 millis"), held)
  )
  const release = Effect.promise(() => writeFile(join(git.folder, "go"), ""))
  return { git, held, release }
})

const blamesOf = (git: FakeGit) =>
  Effect.map(git.starts, (starts) => starts.filter(({ command }) => command === "blame").length)

const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`)

describe("concurrent callers with the same question", () => {
  it.live("share each blame, across different tools", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const git = yield* makeFakeGit({})
      const answers = yield* serving(
        repository,
        ({ read, summary }) =>
          Effect.all(
            [
              ...Array.from({ length: 4 }, () => Effect.map(summary({ path: "." }), JSON.stringify)),
              ...Array.from({ length: 4 }, () => Effect.map(read({ path: "src/pool.ts" }), JSON.stringify))
            ],
            { concurrency: "unbounded" }
          ),
        git.environment
      )
      assert.strictEqual(new Set(answers).size, 2)
      assert.strictEqual(yield* blamesOf(git), 2)
    })
  )

  it.live("share a blame that has begun before the last question was asked", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const { git, held, release } = yield* makeHeldBlame
      yield* serving(
        repository,
        Effect.fnUntraced(function* ({ read }) {
          const first = yield* Effect.forkChild(read({ path: "src/pool.ts" }))
          yield* held
          const second = yield* Effect.forkChild(read({ path: "src/pool.ts", anchor: "connect" }))
          yield* Effect.sleep("300 millis")
          yield* release
          yield* Effect.all([Fiber.join(first), Fiber.join(second)])
        }),
        git.environment
      )
      assert.strictEqual(yield* blamesOf(git), 1)
    })
  )

  it.live("are answered although the first of them is cancelled", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const { git, held, release } = yield* makeHeldBlame
      yield* serving(
        repository,
        Effect.fnUntraced(function* ({ history, read, summary }) {
          const questions = [read({ path: "src/pool.ts" }), summary({ path: "." }), history({ path: "src/pool.ts" })]
          for (const question of questions) {
            const [first, ...others] = yield* Effect.forEach([1, 2, 3], () => Effect.forkChild(question))
            yield* held
            if (first !== undefined) yield* Fiber.interrupt(first)
            yield* release
            const exits = yield* Effect.forEach(others, Fiber.await)
            assert.deepStrictEqual(exits.map(Exit.isSuccess), [true, true])
          }
        }),
        git.environment
      )
    })
  )

  it.live("end git's work when all of them are cancelled", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const { git, held } = yield* makeHeldBlame
      yield* serving(
        repository,
        Effect.fnUntraced(function* ({ summary }) {
          const fibers = yield* Effect.forEach([1, 2], () => Effect.forkChild(summary({ path: "." })))
          yield* held
          yield* Effect.forEach(fibers, (fiber) => Fiber.interrupt(fiber), { discard: true })
          const starts = yield* git.starts
          const blames = starts.filter(({ command }) => command === "blame")
          assert.deepStrictEqual(
            blames.filter(({ pid }) => isAlive(pid)),
            []
          )
        }),
        git.environment
      )
    })
  )

  it.live("see edits made before their question, although others asked before the edit", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      // To be explained by history, files are read once more.
      yield* repository.git(["config", "ultragit.evidence", "never"])
      const { git, held, release } = yield* makeHeldBlame
      const [before, after] = yield* serving(
        repository,
        Effect.fnUntraced(function* ({ summary }) {
          const first = yield* Effect.forkChild(summary({ path: "." }))
          yield* held
          yield* repository.write("src/pool.ts", `${poolSource}export const added = () => 1\n`)
          const second = yield* Effect.forkChild(summary({ path: "." }))
          yield* Effect.sleep("100 millis")
          yield* release
          return yield* Effect.all([Fiber.join(first), Fiber.join(second)])
        }),
        git.environment
      )
      assert.strictEqual((after?.stats.ast_units ?? 0) - (before?.stats.ast_units ?? 0), 1)
    })
  )
})

describe("a slow summary of a folder", () => {
  it.live("answers for the files reached in time, names the others, and gets further when asked again", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.git(["config", "ultragit.folderTimeout", "7"])
      const { git, held, release } = yield* makeHeldBlame
      const over = Deferred.makeUnsafe<void>()
      yield* serving(
        repository,
        Effect.fnUntraced(function* ({ summary }) {
          const reported: Array<Progress> = []
          const asking = yield* summary({ path: "." }).pipe(
            Effect.provideService(WorkProgress, (progress) => Effect.sync(() => void reported.push(progress))),
            withSleep("7 seconds", Deferred.await(over)),
            Effect.forkChild
          )
          yield* held
          while (reported.length === 0) yield* Effect.sleep("20 millis")
          yield* Deferred.succeed(over, undefined)
          const answer = yield* Fiber.join(asking)
          assert.deepStrictEqual(reported, [{ done: 1, total: 2, counted: "files" }])
          assert.strictEqual(answer.stats.files, 1)
          assert.deepStrictEqual(
            answer.units.map((unit) => unit.file),
            ["src/app.ts"]
          )
          assert.deepStrictEqual(answer.warnings, [
            "1 of 2 files, 1 of them annotated, were not reached within 7 s. Repeat the query: results so far are cached, " +
              "so it gets further. Or query a folder: src (1). To raise the limit: git config ultragit.folderTimeout <seconds>"
          ])
          yield* release
          const whole = yield* summary({ path: "." })
          assert.strictEqual(whole.stats.files, 2)
          assert.notProperty(whole, "warnings")
        }),
        git.environment
      )
    })
  )
})
