import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import { countsOf, formatHeader, describeSubject, repositoryOf, formatFooter } from "../../bench/reportText.ts"
import { makeFolder, makeRepository } from "../support/TemporaryRepository.ts"

describe("the repository given", () => {
  it.effect("is found from a folder inside it, and without a work tree", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("Start", { files: { "src/a.ts": "1\n", "src/b.ts": "2\n" } })
      assert.strictEqual(yield* repositoryOf(join(repository.directory, "src")), repository.directory)
      const bare = join(repository.directory, ".git")
      assert.strictEqual(yield* repositoryOf(bare), bare)
      assert.deepStrictEqual(yield* countsOf(bare), { commits: 1, files: 2 })
    })
  )

  it.effect("must be there, and a repository", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const none = yield* Effect.flip(repositoryOf(join(folder, "none")))
      assert.match(none.what, /none does not exist/)
      const other = yield* Effect.flip(repositoryOf(folder))
      assert.match(other.what, /is not a git repository with commits/)
    })
  )
})

const file = { path: "a b.ts", size: 9, commits: 2, lines: "1:2" }

const subject = {
  directory: "",
  notes: 7,
  files: [file],
  long: file,
  units: [{ path: "a b.ts", anchor: "run", lines: { start: 1, end: 2 }, commits: 2 }],
  named: undefined,
  depended: []
}

describe("the text around the table", () => {
  it("names the machine, the options and the command to repeat the run", () => {
    const above = formatHeader("/r", { commits: 12, files: 3 })
    const below = formatFooter({ seconds: 61.4, args: ["--repo", "/a b", "--slot", "deps"], subject })
    assert.match(above, /^\d+ cores, Node \d+\.\d+\.\d+, git version .+; `\/r`: 12 commits, 3 files\./)
    assert.deepStrictEqual(below, [
      ...describeSubject(subject),
      "Took 61 s. To repeat: `npm run bench -- --repo '/a b' --slot deps`"
    ])
    assert.deepStrictEqual(describeSubject(subject), [
      "7 commits with a made-up note.",
      "Files: `a b.ts` (9 lines, 2 commits).",
      "Units: `a b.ts` run (2 commits)."
    ])
  })
})
