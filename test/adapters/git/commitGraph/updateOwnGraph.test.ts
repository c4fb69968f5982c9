import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Option } from "effect"
import { Git } from "../../../../src/adapters/git/Git.ts"
import { GitWrites } from "../../../../src/adapters/git/GitWrites.ts"
import { makeFakeGit } from "../../../support/FakeGit.ts"
import { gitWriteProcessAt } from "../../../support/gitLayer.ts"
import type { HistoryCommit } from "../../../support/history.ts"
import { wildHistory } from "../../../support/keptWalks.ts"
import { askHistory, keepOwnGraph, removeGraphAt, usesOwnGraph } from "../../../support/ownGraph.ts"
import { isolation } from "../../../support/runGit.ts"
import { slow } from "../../../support/scale.ts"
import {
  cloneRepository,
  makeFolder,
  makeRepository,
  repositoryAt,
  type TemporaryRepository
} from "../../../support/TemporaryRepository.ts"

const edits = (count: number, offset = 0): ReadonlyArray<HistoryCommit> =>
  Array.from({ length: count }, (_, at) => ({
    message: `Edit ${at + offset}`,
    files: { [`a${at % 3}.txt`]: `${at + offset}\n` }
  }))

const makeEdited = Effect.gen(function* () {
  const repository = yield* makeRepository()
  yield* repository.importHistory(edits(40))
  return repository
})

/** Asserts that answers with a commit-graph of our own are those without. */
const compare = Effect.fnUntraced(function* (repository: TemporaryRepository, revisions: ReadonlyArray<string>) {
  const ask = Effect.forEach(revisions, (revision) => askHistory(repository.directory, revision))
  yield* removeGraphAt(repository.directory)
  const plain = yield* ask
  assert.strictEqual((yield* keepOwnGraph(repository.directory))._tag, "Written")
  assert.deepStrictEqual(yield* ask, plain)
  assert.isTrue(yield* usesOwnGraph(repository.directory))
})

const setBoundary = (repository: TemporaryRepository) =>
  Effect.map(repository.id("HEAD~5"), (id) => writeFileSync(join(repository.directory, ".git", "shallow"), `${id}\n`))

describe("answers with a commit-graph of our own", () => {
  const compareRandom = Effect.fnUntraced(function* (seed: number) {
    const repository = yield* makeRepository()
    yield* repository.importHistory(wildHistory(seed, 16))
    yield* compare(repository, ["HEAD"])
  })
  it.effect("are those without it: random history 3", () => compareRandom(3))
  it.effect.each([4, 5, 6, 7, 8])("are those without it: random history %i", compareRandom, slow)

  it.effect("are those without it after history was rewritten and commits that it names were removed", () =>
    Effect.gen(function* () {
      const repository = yield* makeEdited
      const old = yield* repository.id("HEAD")
      yield* keepOwnGraph(repository.directory)
      yield* repository.git(["reset", "--quiet", "--hard", "HEAD~20"])
      yield* repository.commit("Other", { files: { "a1.txt": "other\n", "new.txt": "new\n" } })
      yield* repository.git(["reflog", "expire", "--expire=now", "--all"])
      yield* repository.git(["gc", "--quiet", "--prune=now"])
      assert.notStrictEqual((yield* repository.tryGit(["cat-file", "-e", old])).exitCode, 0)
      assert.isTrue(yield* usesOwnGraph(repository.directory))
      const answers = yield* askHistory(repository.directory)
      assert.strictEqual((yield* Effect.flip(askHistory(repository.directory, old))).reason._tag, "RevisionNotFound")
      yield* removeGraphAt(repository.directory)
      assert.deepStrictEqual(yield* askHistory(repository.directory), answers)
    })
  )

  const views: ReadonlyArray<readonly [string, (repository: TemporaryRepository) => Effect.Effect<unknown>]> = [
    [
      "replaced commits",
      (repository) =>
        Effect.gen(function* () {
          const [from, to] = [yield* repository.id("HEAD~5"), yield* repository.id("HEAD~20")]
          yield* repository.git(["replace", from, to])
        })
    ],
    [
      "a graft",
      (repository) =>
        Effect.map(repository.id("HEAD~5"), (id) => {
          mkdirSync(join(repository.directory, ".git", "info"), { recursive: true })
          writeFileSync(join(repository.directory, ".git", "info", "grafts"), `${id}\n`)
        })
    ],
    ["core.commitGraph off", (repository) => repository.git(["config", "core.commitGraph", "false"])]
  ]
  const heeds = Effect.fnUntraced(function* (change: (repository: TemporaryRepository) => Effect.Effect<unknown>) {
    const repository = yield* makeEdited
    yield* keepOwnGraph(repository.directory)
    yield* change(repository)
    assert.isTrue(yield* usesOwnGraph(repository.directory))
    const answers = yield* askHistory(repository.directory)
    yield* keepOwnGraph(repository.directory)
    yield* repository.importHistory(edits(500, 40))
    assert.strictEqual((yield* keepOwnGraph(repository.directory))._tag, "None")
    assert.isFalse(yield* usesOwnGraph(repository.directory))
    assert.deepStrictEqual(yield* askHistory(repository.directory, "HEAD~500"), answers)
  })

  it.effect("heed a shallow boundary that came later; then it is removed", () => heeds(setBoundary))
  it.effect.each(views)("heed %s that came later; then it is removed", ([, change]) => heeds(change), slow)

  it.effect(
    "are those without it where objects are borrowed by relative paths, and in linked work trees",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeEdited
        const folder = yield* makeFolder
        const middle = join(folder, "middle")
        yield* repository.git(["clone", "--quiet", "--shared", "--template=", repository.directory, middle])
        const clone = repositoryAt(join(folder, "clone"))
        yield* repository.git(["clone", "--quiet", "--shared", "--template=", middle, clone.directory])
        writeFileSync(join(clone.directory, ".git/objects/info/alternates"), "../../../middle/.git/objects\n")
        yield* compare(clone, ["HEAD"])
        const tree = repositoryAt(join(folder, "tree"))
        yield* clone.git(["worktree", "add", "--quiet", "--detach", tree.directory, "HEAD~3"])
        assert.isTrue(yield* usesOwnGraph(tree.directory))
      }),
    slow
  )
})

describe("a commit-graph of our own", () => {
  it.effect("is written neither in shallow nor in partial clones, nor next to one with changed paths", () =>
    Effect.gen(function* () {
      const source = yield* makeEdited
      yield* source.git(["config", "uploadpack.allowFilter", "true"])
      const why = Effect.fnUntraced(function* (repository: TemporaryRepository) {
        const state = yield* keepOwnGraph(repository.directory)
        assert.isFalse(existsSync(join(repository.directory, ".git", "ultragit", "commit-graph")))
        return state._tag === "None" ? state.why : state._tag
      })
      assert.match(yield* why(yield* cloneRepository(source, ["--depth=3"])), /git writes none in shallow clones/)
      assert.match(yield* why(yield* cloneRepository(source, ["--filter=blob:none"])), /partial/)
      const indexed = yield* cloneRepository(source)
      yield* indexed.git(["commit-graph", "write", "--reachable"])
      assert.strictEqual((yield* keepOwnGraph(indexed.directory))._tag, "Written")
      yield* indexed.git(["commit-graph", "write", "--reachable", "--changed-paths"])
      assert.match(yield* why(indexed), /has one with changed paths/)
      const late = yield* makeRepository()
      yield* late.importHistory([{ message: "Late", date: 2 ** 34 + 1, files: { a: "a" } }])
      assert.match(yield* why(late), /a time that no commit-graph can hold/)
      assert.match(yield* why(yield* makeRepository()), /HEAD has no commit/)
    })
  )

  it.effect("is brought forward once it lacks 500 commits, and leaves nothing of a writer that was killed", () =>
    Effect.gen(function* () {
      const repository = yield* makeEdited
      const folder = join(repository.directory, ".git", "ultragit")
      mkdirSync(join(folder, "commit-graph-new-0123", "info"), { recursive: true })
      writeFileSync(join(folder, "commit-graph-new-0123", "info", "commit-graph.lock"), "")
      const first = yield* keepOwnGraph(repository.directory)
      assert.deepInclude(first, { _tag: "Written", commits: 40 })
      assert.isFalse(existsSync(join(folder, "commit-graph-new-0123")))
      yield* repository.importHistory(edits(499, 40))
      assert.strictEqual((yield* keepOwnGraph(repository.directory))._tag, "Current")
      yield* repository.commit("One more")
      assert.deepInclude(yield* keepOwnGraph(repository.directory), { _tag: "Written", commits: 540 })
    })
  )

  it.effect("that cannot be written leaves no file", () =>
    Effect.gen(function* () {
      const repository = yield* makeEdited
      const fake = yield* makeFakeGit({ "commit-graph": 'echo "fatal: No space left on device" >&2; exit 128' })
      const failure = yield* Effect.flip(keepOwnGraph(repository.directory, { ...isolation, ...fake.environment }))
      assert.strictEqual(failure._tag, "GitError")
      assert.isFalse(yield* usesOwnGraph(repository.directory))
    })
  )

  it.live("is given up with the fiber that writes it: its process ends, and no draft is left", () =>
    Effect.gen(function* () {
      const repository = yield* makeEdited
      const fake = yield* makeFakeGit({ "commit-graph": "exec sleep 1000" })
      const writing = yield* Effect.forkChild(
        Effect.exit(keepOwnGraph(repository.directory, { ...isolation, ...fake.environment }))
      )
      const running = Effect.map(fake.running, (all) => all.filter(({ command }) => command === "commit-graph").length)
      while ((yield* running) === 0) yield* Effect.sleep("20 millis")
      yield* Fiber.interrupt(writing)
      assert.strictEqual(yield* running, 0)
      const names = readdirSync(join(repository.directory, ".git", "ultragit"))
      assert.deepStrictEqual(
        names.filter((name) => name.startsWith("commit-graph")),
        []
      )
    })
  )

  it.effect("is named to processes that walk, and to none that writes", () =>
    Effect.gen(function* () {
      const repository = yield* makeEdited
      yield* keepOwnGraph(repository.directory)
      const note = '[ -n "$GIT_OBJECT_DIRECTORY" ] && echo "$command" >> "$FOLDER/aided"'
      const fake = yield* makeFakeGit({ "*": note })
      const head = yield* repository.id("HEAD")
      yield* Effect.gen(function* () {
        const [git, writes] = [yield* Git, yield* GitWrites]
        yield* git.blame({ commit: head, path: "a1.txt", contents: Option.none() })
        yield* git.lastChange(head, "a1.txt")
        yield* git.fileHistory(head, "a1.txt")
        yield* git.commits([head])
        yield* writes.writeNotes({
          ref: "refs/notes/x",
          tip: Option.none(),
          message: "m",
          notes: [{ commit: head, content: Option.some(Buffer.from("{}")) }]
        })
        yield* writes.updateRef({ ref: "refs/ultragit/x", to: Option.some(head), expected: Option.none() })
        assert.strictEqual(yield* writes.commit(["--quiet", "--allow-empty", "-m", "Ours"], {}), 0)
      }).pipe(Effect.provide(gitWriteProcessAt(repository.directory, { ...isolation, ...fake.environment })))
      const aided = readFileSync(join(fake.folder, "aided"), "utf8")
        .split("\n")
        .filter((name) => name !== "")
      assert.deepStrictEqual(aided, ["blame", "rev-list", "log"])
      assert.isTrue(yield* usesOwnGraph(repository.directory))
      yield* removeGraphAt(repository.directory)
      assert.strictEqual(yield* repository.git(["notes", "--ref=x", "show", head]), "{}")
      assert.strictEqual(yield* repository.git(["log", "-1", "--format=%s"]), "Ours")
    })
  )
})
