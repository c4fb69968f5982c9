import { mkdir, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import process from "node:process"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { retryEvents, runWorker } from "../../../src/capture/worker/worker.ts"
import { run } from "../../support/program.ts"
import { eventsIn, inGitDirectory, settingUp } from "../../support/settingUp.ts"
import { cloneRepository, makeRepository, type TemporaryRepository } from "../../support/TemporaryRepository.ts"
import { noteOn } from "../../support/writer.ts"
import { slow } from "../../support/scale.ts"

const io = <A>(start: () => Promise<A>) => Effect.promise(start)

/** A repository with three commits of one function each. */
const ready = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const one = (name: string) =>
    repository.commit(`Add ${name}`, { files: { [`${name}.ts`]: `export const ${name} = () => 1\n` } })
  const [a, b, c] = [yield* one("a"), yield* one("b"), yield* one("c")]
  return { repository, a, b, c }
})

/** Leaves an event as a hook does; `time`: seconds since 1970. */
const leave = Effect.fnUntraced(function* (
  repository: TemporaryRepository,
  name: string,
  files: Readonly<Record<string, string>>,
  time = 1_700_000_000
) {
  const folder = join(repository.directory, ".git/ultragit/queue", name)
  yield* io(() => mkdir(folder, { recursive: true }))
  for (const [file, text] of Object.entries(files)) yield* io(() => writeFile(join(folder, file), text))
  yield* io(() => utimes(join(folder, "event"), time, time))
})

const said = (commit: string, reason: string) => ({
  event: `post-commit ${commit}\n`,
  "context.json": JSON.stringify({ reason })
})

const work = (repository: TemporaryRepository) => settingUp(repository)(runWorker())

const reasonOn = Effect.fnUntraced(function* (repository: TemporaryRepository, commit: string) {
  const note = yield* noteOn(repository, yield* repository.id(commit))
  return note._tag === "Some" ? note.value.annotation.regions.map((region) => region.reasoning) : undefined
})

const lock = (repository: TemporaryRepository) => join(repository.directory, ".git/ultragit/worker.lock")

describe("the worker", () => {
  it.live(
    "annotates each commit with its claimed context, and empties the queue",
    () =>
      Effect.gen(function* () {
        const { a, b, c, repository } = yield* ready
        yield* leave(repository, "1", said(b, "for b"))
        yield* leave(repository, "2", said(a, "for a"))
        yield* leave(repository, "3", { event: `post-commit ${c}\n`, ULTRAGIT_REASONING: "for c" })
        assert.deepStrictEqual(yield* work(repository), { done: 3, failed: 0, busy: false })
        assert.deepStrictEqual(yield* eventsIn(repository), [])
        for (const [commit, name] of [
          [a, "a"],
          [b, "b"],
          [c, "c"]
        ] as const) {
          assert.deepStrictEqual(yield* reasonOn(repository, commit), [`for ${name}`])
        }
      }),
    slow
  )

  it.live("processes events by time, a commit before its rewrite", () =>
    Effect.gen(function* () {
      const { a, b, repository } = yield* ready
      yield* leave(repository, "a-later", said(b, "second"), 1_700_000_002)
      yield* leave(repository, "b-rewrite", { event: "post-rewrite amend\n", stdin: `${a} ${b}\n` }, 1_700_000_001)
      yield* leave(repository, "c-commit", said(a, "first"), 1_700_000_001)
      yield* work(repository)
      const log = (yield* inGitDirectory(repository, "ultragit/log")) ?? ""
      const order = log.split("\n").map((line) => line.split(" ")[1])
      assert.deepStrictEqual(order, ["c-commit", "b-rewrite", "a-later", undefined])
    })
  )

  it.live("sets an event aside after three attempts, with the reason, and processes later events first", () =>
    Effect.gen(function* () {
      const { a, b, repository } = yield* ready
      yield* leave(repository, "1", { ...said(a, ""), "context.json": "{" })
      yield* leave(repository, "2", said(b, "for b"))
      assert.deepStrictEqual(yield* work(repository), { done: 1, failed: 1, busy: false })
      assert.deepStrictEqual(yield* reasonOn(repository, b), ["for b"])
      const log = (yield* inGitDirectory(repository, "ultragit/log")) ?? ""
      const order = log.split("\n").map((line) => line.split(" ").slice(1, 3).join(" "))
      assert.deepStrictEqual(order, ["1 failed", "2 done:", "1 failed", "1 failed", ""])
      const reason = yield* inGitDirectory(repository, "ultragit/failed/1/reason")
      assert.strictEqual(reason, "The context file cannot be used: 1 problem. It is not JSON.\n")
      assert.strictEqual(yield* inGitDirectory(repository, "ultragit/failed/1/context.json"), "{")
    })
  )

  it.live(
    "keeps only the newest push of notes that failed",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* ready
        yield* repository.git(["config", "ultragit.syncRemote", "gone"])
        for (const name of ["1", "2"]) yield* leave(repository, name, { event: "pre-push gone\n", remote: "gone" })
        assert.deepStrictEqual(yield* work(repository), { done: 0, failed: 2, busy: false })
        assert.deepStrictEqual(yield* io(() => readdir(join(repository.directory, ".git/ultragit/failed"))), [
          "pre-push"
        ])
      }),
    slow
  )

  it.live("leaves events alone while a setting is invalid, and handles them in order after it is corrected", () =>
    Effect.gen(function* () {
      const { a, b, repository } = yield* ready
      yield* repository.write(".ultragit-config.toml", 'maxTokens = "many"\n')
      yield* leave(repository, "1", said(a, "for a"))
      yield* leave(repository, "2", { event: "post-rewrite amend\n", stdin: `${a} ${b}\n` }, 1_700_000_001)
      for (let times = 0; times < 4; times += 1) {
        assert.strictEqual((yield* Effect.flip(work(repository)))._tag, "SettingsError")
      }
      assert.deepStrictEqual(
        (yield* eventsIn(repository)).map(({ name }) => name),
        ["1", "2"]
      )
      assert.include(
        (yield* inGitDirectory(repository, "ultragit/log")) ?? "",
        "events wait: Setting ultragit.maxTokens"
      )
      yield* repository.write(".ultragit-config.toml", "maxTokens = 500\n")
      assert.deepStrictEqual(yield* work(repository), { done: 2, failed: 0, busy: false })
      assert.deepStrictEqual(yield* reasonOn(repository, a), ["for a"])
    })
  )

  it.live("fetches contents that a partial clone lacks, and says why where it cannot", () =>
    Effect.gen(function* () {
      const origin = yield* makeRepository({ config: { "uploadpack.allowFilter": "true" } })
      const write = (number: number) =>
        origin.commit(`Version ${number}`, { files: { "a.ts": `export const a = () => ${number}\n` } })
      const [, second, third] = [yield* write(1), yield* write(2), yield* write(3)]
      const clone = yield* cloneRepository(origin, ["--filter=blob:none"])
      yield* leave(clone, "1", said(third, "for the third"))
      assert.deepStrictEqual(yield* work(clone), { done: 1, failed: 0, busy: false })
      assert.deepStrictEqual(yield* reasonOn(clone, third), ["for the third"])
      yield* clone.git(["remote", "set-url", "origin", "/nowhere"])
      yield* leave(clone, "2", said(second, "for the second"))
      assert.deepStrictEqual(yield* work(clone), { done: 0, failed: 1, busy: false })
      assert.include((yield* inGitDirectory(clone, "ultragit/failed/2/reason")) ?? "", "origin")
    })
  )

  it.live(
    "retries failed events on request",
    () =>
      Effect.gen(function* () {
        const { a, repository } = yield* ready
        yield* leave(repository, "1", { ...said(a, ""), "context.json": "{" })
        yield* work(repository)
        const file = join(repository.directory, ".git/ultragit/failed/1/context.json")
        yield* io(() => writeFile(file, '{"reason":"repaired"}'))
        assert.strictEqual((yield* settingUp(repository)(retryEvents)).done, 1)
        assert.deepStrictEqual(yield* reasonOn(repository, a), ["repaired"])
      }),
    slow
  )

  it.live("says that an event failed again that was retried, and how many were handled", () =>
    Effect.gen(function* () {
      const { a, repository } = yield* ready
      yield* leave(repository, "1", { ...said(a, ""), "context.json": "{" })
      yield* work(repository)
      const retry = run(["hook", "run", "--retry"], { cwd: repository.directory })
      const failed = yield* retry
      assert.deepStrictEqual([failed.exitCode, failed.stdout], [1, ""])
      assert.match(failed.stderr, /^Error: 1 hook event failed again\.\nHint: ultragit doctor says why/)
      yield* io(() =>
        writeFile(join(repository.directory, ".git/ultragit/failed/1/context.json"), JSON.stringify({ reason: "why" }))
      )
      assert.strictEqual((yield* retry).stdout, "1 hook event handled.\n")
    })
  )

  it.live("leaves events given up while the settings cannot be used", () =>
    Effect.gen(function* () {
      const { a, repository } = yield* ready
      yield* leave(repository, "1", { ...said(a, ""), "context.json": "{" })
      yield* work(repository)
      yield* repository.git(["config", "ultragit.evidence", "sometimes"])
      const retried = yield* run(["hook", "run", "--retry"], { cwd: repository.directory })
      assert.strictEqual(retried.exitCode, 1)
      assert.deepStrictEqual(yield* eventsIn(repository), [])
    })
  )

  it.live("counts an attempt that ended the worker, and repeats the work of a killed worker", () =>
    Effect.gen(function* () {
      const { a, repository } = yield* ready
      yield* leave(repository, "1", { ...said(a, "for a") })
      yield* work(repository)
      const before = yield* repository.id("refs/notes/ultragit")
      yield* leave(repository, "1", { ...said(a, "for a"), tries: "2\n" })
      yield* leave(repository, "2", { ...said(a, ""), "context.json": "{", tries: "2\n" })
      yield* io(() => writeFile(lock(repository), "2147483000 0\n"))
      assert.deepStrictEqual(yield* work(repository), { done: 1, failed: 1, busy: false })
      assert.strictEqual(yield* repository.id("refs/notes/ultragit"), before)
    })
  )

  it.live("leaves the queue to a running worker, unless its heartbeat is ten minutes old", () =>
    Effect.gen(function* () {
      const { a, repository } = yield* ready
      yield* leave(repository, "1", said(a, "for a"))
      yield* io(() => writeFile(lock(repository), `${process.pid} 0\n`))
      assert.deepStrictEqual(yield* work(repository), { done: 0, failed: 0, busy: true })
      const { mtimeMs } = yield* io(() => stat(lock(repository)))
      const old = mtimeMs / 1000 - 601
      yield* io(() => utimes(lock(repository), old, old))
      assert.deepStrictEqual(yield* work(repository), { done: 1, failed: 0, busy: false })
      assert.deepStrictEqual((yield* io(() => readdir(join(repository.directory, ".git/ultragit")))).toSorted(), [
        "log",
        "queue"
      ])
    })
  )

  it.live(
    "processes each event once when several workers start at the same time",
    () =>
      Effect.gen(function* () {
        const { a, b, c, repository } = yield* ready
        for (const commit of [a, b, c]) yield* leave(repository, commit, said(commit, `for ${commit}`))
        const runs = yield* Effect.forEach([1, 2, 3], () => settingUp(repository)(runWorker({ wait: true })), {
          concurrency: 3
        })
        assert.strictEqual(
          runs.reduce((sum, { done }) => sum + done, 0),
          3
        )
        for (const commit of [a, b, c]) assert.deepStrictEqual(yield* reasonOn(repository, commit), [`for ${commit}`])
      }),
    slow
  )

  it.live("processes an event that its hook never finished, but not one in progress", () =>
    Effect.gen(function* () {
      const { a, b, repository } = yield* ready
      yield* leave(repository, ".old", said(a, "for a"))
      yield* leave(repository, ".new", said(b, "for b"), 4_000_000_000)
      assert.strictEqual((yield* work(repository)).done, 1)
      assert.deepStrictEqual(yield* reasonOn(repository, a), ["for a"])
      assert.isUndefined(yield* reasonOn(repository, b))
    })
  )

  it.live(
    "does nothing for a deleted commit, and keeps its context",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* ready
        const gone = "1".repeat(40)
        yield* leave(repository, "1", { event: `post-commit ${gone}\n` })
        yield* leave(repository, "2", said(gone, "lost"))
        assert.deepStrictEqual(yield* work(repository), { done: 1, failed: 1, busy: false })
      }),
    slow
  )

  it.live("keeps a log of bounded size", () =>
    Effect.gen(function* () {
      const { a, repository } = yield* ready
      const log = join(repository.directory, ".git/ultragit/log")
      yield* leave(repository, "1", said(a, "for a"))
      yield* io(() => writeFile(log, "an old line of the log\n".repeat(20_000)))
      yield* work(repository)
      const text = yield* io(() => readFile(log, "utf8"))
      assert.isBelow(text.length, 256 * 1024)
      assert.match(text, /^an old line of the log\n[\s\S]*an old line of the log\n\S+ 1 done: .*\n$/)
    })
  )

  it.live("carries notes over an amend, a cherry-pick and a squash merge", () =>
    Effect.gen(function* () {
      const { a, b, c, repository } = yield* ready
      yield* leave(repository, "1", said(a, "for a"), 1_700_000_000)
      yield* leave(repository, "2", said(b, "for b"), 1_700_000_001)
      yield* repository.git(["commit", "--amend", "--quiet", "-m", "Again"])
      const amended = yield* repository.id("HEAD")
      yield* leave(repository, "3", said(c, "for c"), 1_700_000_002)
      yield* leave(repository, "4", { event: "post-rewrite amend\n", stdin: `${c} ${amended}\n` }, 1_700_000_003)
      yield* repository.git(["checkout", "--quiet", "--orphan", "other"])
      const squashed = yield* repository.commit("All at once")
      const pending = `squash ${b}\nsquash ${a}\n`
      yield* leave(repository, "5", { event: `post-commit ${squashed}\n`, pending }, 1_700_000_004)
      yield* work(repository)
      assert.deepStrictEqual(yield* reasonOn(repository, amended), ["for c"])
      assert.deepStrictEqual((yield* reasonOn(repository, squashed))?.toSorted(), ["for a", "for b"])
    })
  )
})
