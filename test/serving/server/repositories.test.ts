import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import process from "node:process"
import { maxProcesses } from "../../../src/adapters/git/process/GitPool.ts"
import { makePool } from "../../support/annotated.ts"
import { at } from "../../support/conformance/Subject.ts"
import { makeFakeGit } from "../../support/FakeGit.ts"
import { makeFiles, pathOf } from "../../support/faults/files.ts"
import { serveRepositories } from "../../support/manyRepositories.ts"
import { initialize, startServer, toolCall } from "../../support/McpProcess.ts"
import { slow } from "../../support/scale.ts"
import { serverOf } from "../../support/program.ts"
import { repositoryAt } from "../../support/TemporaryRepository.ts"

describe("a server whose repository is replaced", () => {
  it.live(
    "says so while there is none, and answers from the one that takes its place",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        const server = yield* startServer(serverOf(repository.directory))
        yield* initialize(server, "2025-11-25")
        const read = Effect.fnUntraced(function* (id: number) {
          yield* server.send(toolCall(id, "ultragit_read", { path: "src/pool.ts", anchor: "connect" }))
          return at(yield* server.answer(id), "result")
        })
        const answered = at(yield* read(1), "structuredContent")
        assert.isDefined(answered)
        const away = `${repository.directory}-away`
        yield* Effect.promise(() => rename(repository.directory, away))
        assert.include(String(at(yield* read(2), "content", 0, "text")), "Not a git repository")
        yield* repositoryAt(away).git(["clone", "--quiet", "--mirror", away, repository.directory])
        assert.deepStrictEqual(at(yield* read(3), "structuredContent"), answered)
      }),
    slow
  )
})

const names = Array.from({ length: 10 }, (_, index) => `pool${index}`)

/** Ten repositories with a file each that no other has, served by this process, at most four of them open. */
const makeTen = Effect.fnUntraced(function* (cases: Readonly<Record<string, string>> = {}) {
  const directories = yield* Effect.forEach(names, (name) =>
    Effect.map(makeFiles([name]), ({ repository }) => repository.directory)
  )
  const fake = yield* makeFakeGit(cases)
  const { call, directories: open } = yield* serveRepositories(4, fake.environment)
  const ask = (index: number, of = index) =>
    call(directories[index] ?? "", "ultragit_read", { path: pathOf(names[of] ?? "") })
  /** What each answers, all at once. */
  const askAll = Effect.forEach(names, (_, index) => ask(index), { concurrency: "unbounded" })
  return { directories, fake, open, ask, askAll }
})

const countOf = (kind: string) => process.getActiveResourcesInfo().filter((each) => each === kind).length

const until = (condition: Effect.Effect<boolean>): Effect.Effect<void> =>
  Effect.flatMap(condition, (holds) => (holds ? Effect.void : Effect.delay(until(condition), "5 millis")))

describe("ten repositories in one process", () => {
  it.live(
    "answer each from its own notes, and close least recently used first, with processes and pipes",
    () =>
      Effect.gen(function* () {
        const { ask, askAll, directories, fake, open } = yield* makeTen()
        const before = { children: countOf("ProcessWrap"), pipes: countOf("PipeWrap") }
        const answers = yield* askAll
        assert.deepStrictEqual(
          answers.map((answer) => at(answer, "structuredContent", "regions", 0, "file")),
          names.map(pathOf)
        )
        assert.include(String(at(yield* ask(3, 4), "content", 0, "text")), pathOf("pool4"))
        yield* Effect.forEach([5, 1, 8, 2, 1], (index) => ask(index), { discard: true })
        assert.deepStrictEqual(
          yield* open,
          [5, 8, 2, 1].map((index) => directories[index] ?? "")
        )
        // Two processes that read objects for each repository that is open.
        yield* until(Effect.map(fake.running, (running) => running.length <= 2 * 4))
        yield* until(Effect.sync(() => countOf("ProcessWrap") <= before.children + 2 * 4))
        yield* until(Effect.sync(() => countOf("PipeWrap") <= before.pipes + 3 * 2 * 4))
        assert.deepStrictEqual(yield* askAll, answers)
      }),
    slow
  )

  it.live(
    "leave the answers of the others as they are when some are damaged or gone",
    () =>
      Effect.gen(function* () {
        const { askAll, directories } = yield* makeTen()
        const before = yield* askAll
        const git = (index: number, ...path: ReadonlyArray<string>) => join(directories[index] ?? "", ".git", ...path)
        yield* Effect.promise(() => rm(git(8), { recursive: true }))
        yield* Effect.promise(() => writeFile(git(9, "refs", "notes", "ultragit"), "no object\n"))
        yield* Effect.promise(() => writeFile(git(0, "HEAD"), "damaged"))
        const after = yield* askAll
        assert.deepStrictEqual(after.slice(1, 8), before.slice(1, 8))
        for (const index of [0, 8, 9]) assert.isTrue(after[index]?.isError, names[index])
      }),
    slow
  )

  it.live(
    "share one pool of git processes",
    () =>
      Effect.gen(function* () {
        const hold = `while [ ! -e "$FOLDER/go" ]; do sleep 0.02; done; real "$@"`
        const held = { blame: hold, log: hold, "rev-list": hold }
        const { askAll, fake } = yield* makeTen(held)
        // Others end by themselves, so that they may be as many before the first of these starts.
        const walks = Effect.map(fake.running, (all) => all.filter(({ command }) => command in held).length)
        const asked = yield* Effect.forkChild(askAll, { startImmediately: true })
        yield* until(Effect.map(walks, (count) => count >= maxProcesses))
        yield* Effect.sleep("500 millis")
        assert.strictEqual(yield* walks, maxProcesses)
        yield* Effect.promise(() => writeFile(join(fake.folder, "go"), ""))
        for (const answer of yield* Fiber.join(asked)) assert.isUndefined(answer.isError)
      }),
    slow
  )
})
