import { mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import * as TestClock from "effect/testing/TestClock"
import { Git } from "../../../../src/adapters/git/Git.ts"
import { hasNoRefs } from "../../../../src/adapters/git/read/RefFiles.ts"
import { makeFakeGit } from "../../../support/FakeGit.ts"
import { gitProcessAt } from "../../../support/gitLayer.ts"
import { isolation } from "../../../support/runGit.ts"
import { makeRepository } from "../../../support/TemporaryRepository.ts"

const makeSubject = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const commit = yield* repository.commit("one", { files: { "a.txt": "a\n" } })
  const fake = yield* makeFakeGit({})
  const use = <A, E, R>(ask: (git: Git["Service"]) => Effect.Effect<A, E, R>) =>
    Effect.flatMap(Git, ask).pipe(
      Effect.provide(gitProcessAt(repository.directory, { ...isolation, ...fake.environment }), { local: true })
    )
  const opened = yield* use((git) => git.repository)
  return {
    repository,
    commit,
    use,
    pathOf: (name: string) => join(repository.directory, ".git", name),
    /** Whether the files prove that there is none of these refs. */
    isNone: (...patterns: ReadonlyArray<string>) => hasNoRefs(opened, patterns),
    listings: Effect.map(fake.starts, (starts) => starts.filter(({ command }) => command === "for-each-ref").length)
  }
})

const names = ["refs/notes/a", "refs/notes/a/b", "refs/notes/ab", "refs/remotes/one/x/v1", "refs/remotes/two/v1"]
const patterns = [
  "refs/notes",
  "refs/notes/",
  "refs/notes/a",
  "refs/notes/a/b",
  "refs/notes/ab",
  "refs/notes/b",
  "refs/remotes/*/x/v1",
  "refs/remotes/*/v1",
  "refs/remotes/*/x",
  "refs/*/a",
  "refs/tags"
]

describe("files that prove that there are no refs", () => {
  // A folder that `*` leads to counts as a ref, and so does what is below a file.
  const doubts = ["refs/notes/a/b: refs/*/a", "refs/remotes/one/x/v1: refs/remotes/*/x"]
  for (const [kind, prepare, expected] of [
    ["loose", [], ["refs/notes/a: refs/notes/a/b", ...doubts]],
    ["packed", ["pack-refs", "--all", "--prune"], doubts]
  ] as const) {
    it.effect(`agree with git about each pattern but in doubt, ${kind}`, () =>
      Effect.gen(function* () {
        const { commit, isNone, repository } = yield* makeSubject
        const different: Array<string> = []
        for (const name of names) {
          yield* repository.git(["update-ref", name, commit])
          if (prepare.length > 0) yield* repository.git(prepare)
          for (const pattern of patterns) {
            const listed = yield* repository.git(["for-each-ref", pattern])
            if ((yield* isNone(pattern)) !== (listed === "")) different.push(`${name}: ${pattern}`)
          }
          yield* repository.git(["update-ref", "-d", name])
        }
        assert.deepStrictEqual(different, expected)
      })
    )
  }

  it.effect("need none of several patterns to be there", () =>
    Effect.gen(function* () {
      const { commit, isNone, repository } = yield* makeSubject
      assert.isTrue(yield* isNone("refs/notes/a", "refs/notes/b"))
      yield* repository.git(["update-ref", "refs/notes/b", commit])
      assert.isFalse(yield* isNone("refs/notes/a", "refs/notes/b"))
    })
  )

  for (const [what, pattern] of [
    ["a ref of one work tree", "refs/bisect/bad"],
    ["a name that is not ASCII", "refs/notes/é"],
    ["a pattern of parts of names", "refs/notes/a*"],
    ["a pattern with other wildcards", "refs/notes/?"],
    ["a name outside of refs", "HEAD"]
  ] as const) {
    it.effect(`prove nothing about ${what}`, () =>
      Effect.gen(function* () {
        const { isNone } = yield* makeSubject
        assert.isFalse(yield* isNone(pattern))
      })
    )
  }

  for (const [what, damage] of [
    ["a broken ref", (at) => writeFileSync(at("refs/notes/a"), "garbage")],
    ["a link that leads nowhere", (at) => symlinkSync("nowhere", at("refs/notes/a"))],
    ["packed refs that are a folder", (at) => mkdirSync(at("packed-refs"))],
    ["packed refs over 64 MiB", (at) => writeFileSync(at("packed-refs"), "# filler\n".repeat(7_500_000))],
    ["a repository whose refs are in tables", (at) => mkdirSync(at("reftable"))],
    [
      "a repository that other programs must not read",
      (at) => {
        rmSync(at("refs/heads"), { recursive: true })
        writeFileSync(at("refs/heads"), "this repository uses another format\n")
      }
    ]
  ] satisfies ReadonlyArray<readonly [string, (at: (name: string) => string) => void]>) {
    it.effect(`prove nothing in ${what}`, () =>
      Effect.gen(function* () {
        const { isNone, pathOf } = yield* makeSubject
        mkdirSync(dirname(pathOf("refs/notes/a")), { recursive: true })
        assert.isTrue(yield* isNone("refs/notes/a"))
        damage(pathOf)
        assert.isFalse(yield* isNone("refs/notes/a"))
      })
    )
  }
})

describe("a ref that is missing", () => {
  it.effect("costs no git process", () =>
    Effect.gen(function* () {
      const { listings, use } = yield* makeSubject
      const answers = yield* use((git) =>
        Effect.all([git.resolveRef("refs/notes/ultragit"), git.refs(["refs/notes/ai", "refs/remotes/*/v1"])])
      )
      assert.deepStrictEqual([...answers, yield* listings], [Option.none(), [], 0])
    })
  )

  it.effect("are read from packed refs again when git has replaced them", () =>
    Effect.gen(function* () {
      const { commit, isNone, pathOf, repository } = yield* makeSubject
      yield* repository.git(["update-ref", "refs/notes/other", commit])
      yield* repository.git(["pack-refs", "--all", "--prune"])
      // What was changed just now is never kept.
      yield* TestClock.setTime(statSync(pathOf("packed-refs")).ctimeMs + 10_000)
      assert.deepStrictEqual([yield* isNone("refs/notes/a"), yield* isNone("refs/notes/a")], [true, true])
      yield* repository.git(["update-ref", "refs/notes/a", commit])
      yield* repository.git(["pack-refs", "--all", "--prune"])
      assert.isFalse(yield* isNone("refs/notes/a"))
    })
  )

  it.effect("is found as soon as it is there", () =>
    Effect.gen(function* () {
      const { commit, repository, use } = yield* makeSubject
      const ref = "refs/notes/ultragit"
      const answers = yield* use((git) =>
        Effect.gen(function* () {
          const before = yield* git.resolveRef(ref)
          yield* repository.git(["update-ref", ref, commit])
          const loose = yield* git.resolveRef(ref)
          yield* repository.git(["pack-refs", "--all", "--prune"])
          const packed = yield* git.resolveRef(ref)
          yield* repository.git(["update-ref", "-d", ref])
          return [before, loose, packed, yield* git.resolveRef(ref)]
        })
      )
      assert.deepStrictEqual(answers, [Option.none(), Option.some(commit), Option.some(commit), Option.none()])
    })
  )
})
