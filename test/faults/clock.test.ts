import { mkdir, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { makeEvictor } from "../../src/store/Evictor.ts"
import { privateFiles } from "../../src/adapters/git/PrivateFiles.ts"
import { cacheWhileUnchanged } from "../../src/adapters/git/process/FileFingerprint.ts"
import { poolSource } from "../support/annotated.ts"
import { freshly, type Question } from "../support/faults/contest.ts"
import { makeFiles, pathOf } from "../support/faults/files.ts"
import { serving } from "../support/faults/serving.ts"
import { makeFolder } from "../support/TemporaryRepository.ts"
import { slow } from "../support/scale.ts"

const io = <A>(run: () => Promise<A>) => Effect.promise(run)

/** Seconds since 1970: as far as a clock is likely to be off, either way. */
const future = 4_070_908_800
const past = 100_000_000

const path = pathOf("one")
const questions: ReadonlyArray<Question> = [
  { tool: "ultragit_history", args: { path, anchor: "connect" } },
  { tool: "ultragit_summary", args: { path } }
]

/** Gives every file below a folder the same modification time; starts over when temporary files vanish. */
const redate = (folder: string, seconds: number): Effect.Effect<void> =>
  Effect.gen(function* () {
    const found = yield* Effect.tryPromise(() => readdir(folder, { recursive: true, withFileTypes: true }))
    const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    yield* Effect.tryPromise(() => Promise.all(files.map((file) => utimes(file, seconds, seconds))))
  }).pipe(
    Effect.retry({ while: ({ cause }) => cause instanceof Error && "code" in cause && cause.code === "ENOENT" }),
    Effect.orDie
  )

/** Writes other bytes of the same length into a file and gives it back the time that it had, or another. */
const swap = Effect.fnUntraced(function* (file: string, from: string, to: string, seconds?: number) {
  const before = yield* io(() => stat(file))
  const text = yield* io(() => readFile(file, "utf8"))
  yield* io(() => writeFile(file, text.replace(from, to)))
  assert.strictEqual((yield* io(() => stat(file))).size, before.size)
  yield* io(() => utimes(file, seconds ?? before.atimeMs / 1000, seconds ?? before.mtimeMs / 1000))
})

describe("a clock that jumps", () => {
  it.live(
    "changes no answer of a server, and hides no change from it: commits, files and the disk cache",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makeFiles(["one"])
        const { ask } = yield* serving(repository)
        const at = (...parts: ReadonlyArray<string>) => join(repository.directory, ...parts)
        yield* repository.write(".mailmap", "Ada Lovelace <ada@example.org>\n")
        yield* repository.git(["config", "ultragit.exclude", "aaa/**"])
        const commit = (message: string, date: number) =>
          repository.commit(message, { date, files: { [path]: `${poolSource}// ${message}\n` } })
        const jumps: ReadonlyArray<readonly [string, Effect.Effect<unknown>]> = [
          ["a commit of 2099", commit("future", future)],
          ["a commit of 1973 on top of it", commit("past", past)],
          ["a commit of today", commit("now", 1_704_100_000)],
          ["all files of 2099", redate(repository.directory, future)],
          ["an edit of the same length, dated 2099", swap(at(path), "new Pool()", "New Pool()", future)],
          ["another mailmap of the same length and time", swap(at(".mailmap"), "Lovelace", "Lovelady")],
          ["all files of 1973", redate(repository.directory, past)],
          ["an edit back, dated 1973", swap(at(path), "New Pool()", "new Pool()", past)],
          ["another setting of the same length and time", swap(at(".git", "config"), "aaa/**", "src/**")]
        ]
        let before = yield* freshly(repository.directory, questions)
        for (const [name, jump] of jumps) {
          yield* jump
          const expected = yield* freshly(repository.directory, questions)
          const answers = yield* Effect.forEach(questions, ({ args, tool }) => ask(tool, args))
          assert.deepStrictEqual(
            answers.map((answer) => JSON.stringify("answer" in answer ? answer.answer : answer)),
            expected,
            `after ${name}`
          )
          if (name.startsWith("all files")) {
            assert.deepStrictEqual(
              yield* freshly(repository.directory, questions, true),
              expected,
              `kept after ${name}`
            )
          } else assert.notDeepEqual(expected, before, name)
          before = expected
        }
      }),
    slow
  )

  it.effect("does not prolong the validity of what was read from files", () =>
    Effect.gen(function* () {
      const file = join(yield* makeFolder, "watched")
      const text = cacheWhileUnchanged(
        io(() => readFile(file, "utf8")),
        () => Option.some([file])
      )
      yield* io(() => writeFile(file, "a"))
      const { ctimeMs } = yield* io(() => stat(file))
      const times = [ctimeMs, ctimeMs + 3_155_760_000_000, 0, ctimeMs + 10_000, ctimeMs - 10_000]
      for (const [n, time] of times.entries()) {
        yield* TestClock.setTime(time)
        yield* io(() => writeFile(file, `${n}`).then(() => utimes(file, past, past)))
        assert.strictEqual(yield* text, `${n}`)
        assert.strictEqual(yield* text, `${n}`)
        // The file system's own tick is all that may hide a change, and does so for milliseconds.
        yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 20)))
        yield* swap(file, `${n}`, "x")
        assert.strictEqual(yield* text, "x")
      }
    })
  )

  it.live("does not delay the check of the cache when the last check lies in the future", () =>
    Effect.gen(function* () {
      const directory = yield* makeFolder
      const folder = join(directory, "ultragit", "cache")
      yield* io(() => mkdir(folder, { recursive: true }))
      for (const name of ["a", "b"]) yield* io(() => writeFile(join(folder, name), new Uint8Array(800)))
      yield* io(() => writeFile(join(folder, "looked"), "").then(() => utimes(join(folder, "looked"), future, future)))
      yield* makeEvictor(1000)(privateFiles(directory), 1)
      assert.lengthOf(yield* io(() => readdir(folder)), 1)
    })
  )
})
