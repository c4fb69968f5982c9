import { assert, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { rename } from "node:fs/promises"
import { join } from "node:path"
import type { ObjectId } from "../../../src/domain/ObjectId.ts"
import { CommandFailed, GitError } from "../../../src/adapters/git/GitError.ts"
import { makeRandom } from "../../../bench/verify/random.ts"
import { digestOf } from "../../support/commits/digest.ts"
import {
  expectAsFresh,
  type IndexedRepository,
  makeIndex,
  type Meddling,
  sync,
  synced,
  write
} from "../../support/commits/syncing.ts"
import { minimalNote } from "../../support/notes.ts"
import { scaled, slow } from "../../support/scale.ts"
import { makeRepository, type TemporaryRepository } from "../../support/TemporaryRepository.ts"
import { changeSelection } from "../../../src/commitIndex/store/registrations.ts"
import { everything } from "../../../src/commitIndex/model/Registration.ts"

const prune = (repository: TemporaryRepository) =>
  Effect.andThen(
    repository.git(["reflog", "expire", "--expire=now", "--all"]),
    repository.git(["gc", "--quiet", "--prune=now"])
  )

const words = (text: string) => ({
  "src/rateLimiter.ts": `export const rateLimiter = ${text}\n`,
  [`${text}.md`]: `${text}\n`
})

/** What is done to a repository between two syncs. */
type Step = (repository: TemporaryRepository, root: ObjectId) => Effect.Effect<unknown>

const steps: ReadonlyArray<readonly [string, Step]> = [
  ["new commits", (repository) => repository.commit("more\n\nBody of it.\n\n\nIn  parts.", { files: words("more") })],
  ["a rename", (repository) => repository.commit("moved", { files: { "more.md": null, "moved.md": "more\n" } })],
  [
    "a merge",
    (repository, root) =>
      repository
        .git(["checkout", "--quiet", "-b", "side", root])
        .pipe(
          Effect.andThen(repository.commit("side", { files: { "vendor/x.js": "left out\n", side: "side\n" } })),
          Effect.andThen(repository.git(["checkout", "--quiet", "main"])),
          Effect.andThen(repository.git(["merge", "--quiet", "--no-edit", "side"]))
        )
  ],
  [
    "an annotation",
    (repository, root) => repository.note(root, minimalNote(root, { summary: "Because of rainfall." }))
  ],
  ["an annotation on a merge", (repository) => repository.note("main", minimalNote("main", { summary: "Joined." }))],
  [
    "an annotation changed",
    (repository, root) => repository.note(root, minimalNote(root, { summary: "Because of snow." }))
  ],
  ["a note that says nothing", (repository, root) => repository.note(root, "{")],
  [
    "an annotation removed",
    (repository, root) => repository.git(["notes", "--ref=refs/notes/ultragit", "remove", root])
  ],
  [
    "a tag on what no branch has",
    (repository, root) =>
      repository
        .git(["checkout", "--quiet", "--detach", root])
        .pipe(
          Effect.andThen(repository.commit("tagged", { files: words("tagged") })),
          Effect.andThen(repository.git(["tag", "-a", "-m", "t", "v1"])),
          Effect.andThen(repository.git(["checkout", "--quiet", "main"]))
        )
  ],
  ["a branch renamed", (repository) => repository.git(["branch", "--move", "side", "aside"])],
  ["a tag deleted", (repository) => repository.git(["tag", "--delete", "v1"])],
  ["a branch deleted", (repository) => repository.git(["branch", "-D", "aside"])],
  [
    "a forced push",
    (repository, root) =>
      Effect.andThen(
        repository.git(["reset", "--hard", "--quiet", root]),
        repository.commit("instead", { files: words("instead") })
      )
  ],
  [
    "a forced push and gc",
    (repository, root) =>
      repository
        .git(["reset", "--hard", "--quiet", root])
        .pipe(Effect.andThen(repository.commit("again", { files: words("again") })), Effect.andThen(prune(repository)))
  ],
  ["a commit replaced", (repository) => repository.git(["replace", "--graft", "main"])],
  ["nothing", () => Effect.void]
]

it.live(
  "an updated index equals one built from scratch",
  () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const root = yield* repository.commit("root", { files: words("root") })
      const repositories = [{ name: "one", directory: repository.directory }]
      const path = yield* makeIndex(repositories)
      yield* synced(path)
      for (const [name, step] of steps) {
        yield* step(repository, root)
        yield* synced(path)
        yield* expectAsFresh(path, repositories).pipe(Effect.annotateLogs({ after: name }))
      }
    }),
  slow
)

const branches = ["main", "a", "b"]

/** One thing that happens to a repository, chosen by chance. */
const happen = Effect.fnUntraced(function* (repository: TemporaryRepository, random: ReturnType<typeof makeRandom>) {
  const branch = random.pick(branches) ?? "main"
  const other = random.pick(branches) ?? "main"
  const name = `f${random.below(4)}`
  const all = (yield* repository.git(["rev-list", "--all", "--exclude=refs/notes/*"])).split("\n")
  const commit = random.pick(all) ?? "HEAD"
  yield* repository.tryGit(["checkout", "--quiet", "-B", branch, random.below(4) === 0 ? commit : branch])
  const roll = random.below(9)
  if (roll < 3) yield* repository.commit(`${name} now`, { files: { [name]: `${random.below(50)} kept\n`.repeat(3) } })
  else if (roll === 3) yield* repository.tryGit(["merge", "--quiet", "--no-edit", "-X", "ours", other])
  else if (roll === 4) yield* repository.tryGit(["tag", "--force", `t${random.below(3)}`, commit])
  else if (roll === 5) yield* repository.tryGit(["tag", "--delete", `t${random.below(3)}`])
  else if (roll === 6) yield* repository.tryGit(["branch", "-D", other])
  else if (roll === 7) yield* repository.note(commit, minimalNote(commit, { summary: `Reason ${random.below(9)}.` }))
  else yield* prune(repository)
})

it.live(
  "also for random histories",
  () =>
    Effect.forEach(
      Array.from({ length: scaled(2, 60) }, (_, seed) => seed),
      Effect.fnUntraced(function* (seed) {
        const random = makeRandom(seed)
        const repository = yield* makeRepository()
        yield* repository.commit("root", { files: { f0: "0\n" } })
        const repositories = [{ name: "one", directory: repository.directory }]
        const path = yield* makeIndex(repositories)
        for (let step = 0; step < 16; step += 1) {
          yield* happen(repository, random)
          if (random.below(3) === 0) yield* synced(path)
        }
        yield* synced(path)
        yield* expectAsFresh(path, repositories).pipe(Effect.annotateLogs({ seed }))
      })
    ),
  slow
)

/** Git that is killed after so many commits. */
const breaking =
  (after: number): Meddling =>
  (git) => ({
    ...git,
    changes: (ids, take) =>
      Effect.andThen(
        git.changes(ids.slice(0, after), take),
        Effect.fail(
          new GitError({ reason: new CommandFailed({ command: "diff-tree", exitCode: -1, detail: "broken" }) })
        )
      )
  })

const failureOf = (outcomes: Effect.Success<ReturnType<typeof sync>>) =>
  outcomes.flatMap(({ result }) => (Result.isFailure(result) ? [result.failure.code] : []))

it.live(
  "a sync completes a failed one, including commits that are no longer reachable",
  () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const root = yield* repository.commit("root", { files: words("root") })
      const repositories = [{ name: "one", directory: repository.directory }]
      const path = yield* makeIndex(repositories)
      yield* synced(path)
      yield* repository.commit("one", { files: words("one") })
      yield* repository.commit("two", { files: words("two") })
      assert.deepStrictEqual(failureOf(yield* sync(path, undefined, breaking(1))), ["git_failed"])
      const left = digestOf(path)
      assert.strictEqual(left["commits"]?.length, 2)
      assert.include(left["repositories"]?.join() ?? "", "broken")
      yield* repository.git(["reset", "--hard", "--quiet", root])
      yield* repository.commit("three", { files: words("three") })
      yield* synced(path)
      yield* expectAsFresh(path, repositories)
    }),
  slow
)

it.live(
  "a deleted repository inside another is not confused with it",
  () =>
    Effect.gen(function* () {
      const outer = yield* makeRepository()
      yield* outer.commit("outer", { files: { outer: "outer\n" } })
      const directory = join(outer.directory, "inner")
      yield* outer.git(["init", "--quiet", "--template=", "inner"])
      yield* outer.git(["-C", "inner", "commit", "--quiet", "--allow-empty", "-m", "inner"])
      const path = yield* makeIndex([{ name: "inner", directory }])
      yield* synced(path)
      const before = digestOf(path)
      yield* Effect.promise(() => rename(join(directory, ".git"), join(directory, "aside")))
      assert.deepStrictEqual(failureOf(yield* sync(path)), ["other_repository"])
      assert.deepStrictEqual(digestOf(path)["commits"], before["commits"])
    }),
  slow
)

const ofGone = (lines: ReadonlyArray<string> = []) => lines.filter((line) => line.startsWith('["gone '))

it.live("a missing repository keeps its indexed commits and reports why", () =>
  Effect.gen(function* () {
    const inner = yield* makeRepository()
    yield* inner.commit("inner", { files: words("inner") })
    const other = yield* makeRepository()
    yield* other.commit("other", { files: words("other") })
    const path = yield* makeIndex([
      { name: "gone", directory: inner.directory },
      { name: "there", directory: other.directory }
    ])
    yield* synced(path)
    const before = digestOf(path)
    const aside = `${inner.directory}-aside`
    yield* Effect.promise(() => rename(inner.directory, aside))
    yield* other.commit("more", { files: words("more") })
    const outcomes = yield* sync(path)
    assert.deepStrictEqual(
      outcomes.map(({ name, result }) => [name, Result.isSuccess(result)]),
      [
        ["gone", false],
        ["there", true]
      ]
    )
    const after = digestOf(path)
    for (const kind of ["commits", "changes", "words", "patches"]) {
      assert.deepStrictEqual(ofGone(after[kind]), ofGone(before[kind]))
    }
    assert.notInclude(after["repositories"]?.find((line) => line.startsWith('["gone"')) ?? "null]", "null]")
    yield* Effect.promise(() => rename(aside, inner.directory))
    yield* synced(path)
    assert.deepStrictEqual(
      digestOf(path)["repositories"]?.map((line) => line.endsWith("null]")),
      [true, true]
    )
  })
)

it.live(
  "what is left out by author, by path, by branch and as another's is left out, and comes in when that changes",
  () =>
    Effect.gen(function* () {
      const upstream = yield* makeRepository()
      yield* upstream.importHistory([
        { message: "one", files: { a: "a\n" }, author: "Ada Author <ada@example.org>" },
        { message: "two", files: { "lib/b": "b\n" }, author: "Zoë Zander <zoe@example.org>" }
      ])
      const fork = yield* makeRepository()
      yield* fork.git(["-c", "protocol.file.allow=always", "fetch", "-q", upstream.directory, "main"])
      yield* fork.git(["reset", "--hard", "--quiet", "FETCH_HEAD"])
      yield* fork.commit("own", { files: { own: "own\n" } })
      const all = (selection: IndexedRepository["selection"]): ReadonlyArray<IndexedRepository> => [
        { name: "fork", directory: fork.directory, ...(selection === undefined ? {} : { selection }) },
        { name: "upstream", directory: upstream.directory }
      ]
      const path = yield* makeIndex(all(undefined))
      const subjects = () =>
        digestOf(path)["commits"]?.flatMap((line) => /^\["fork .*"(own|one|two|three)"/.exec(line)?.[1] ?? [])
      yield* synced(path)
      assert.deepStrictEqual(subjects()?.toSorted(), ["one", "own", "two"])
      for (const [selection, left] of [
        [{ forkOf: "upstream" }, ["own"]],
        [{ author: "ZANDER <zoe@" }, ["two"]],
        [{ exclude: ["lib/"] }, ["one", "own", "two"]],
        [{ branches: ["none"] }, []],
        [{}, ["one", "own", "two"]],
        [{ forkOf: "upstream" }, ["own"]]
      ] as const) {
        yield* write(path, (connection) => changeSelection(connection, 1, { ...everything, ...selection }))
        yield* synced(path)
        assert.deepStrictEqual(subjects()?.toSorted(), [...left], JSON.stringify(selection))
        yield* expectAsFresh(path, all(selection))
      }
      // What was the fork's own becomes upstream's.
      yield* upstream.git([
        "-c",
        "protocol.file.allow=always",
        "fetch",
        "-q",
        fork.directory,
        "main:main",
        "--update-head-ok"
      ])
      yield* synced(path)
      assert.deepStrictEqual(subjects(), [])
      yield* expectAsFresh(path, all({ forkOf: "upstream" }))
      yield* write(path, (connection) => changeSelection(connection, 1, { ...everything, forkOf: "nobody" }))
      assert.deepStrictEqual(failureOf(yield* sync(path)), ["upstream_unknown"])
    }),
  slow
)
