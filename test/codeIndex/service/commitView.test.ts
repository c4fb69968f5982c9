import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { CodeIndex } from "../../../src/codeIndex/service/CodeIndex.ts"
import { ObjectId } from "../../../src/domain/ObjectId.ts"
import { findPaths, inRepository, type ways } from "../../support/code/codeIndex.ts"
import { makeRepository, type TemporaryRepository } from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

const makeProject = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const first = ObjectId.make(
    yield* repository.commit("First", { files: { "src/pool.ts": "export const pool = 1\n" } })
  )
  yield* repository.commit("Second", { files: { "src/later.ts": "export const later = 1\n" } })
  return { repository, first }
})

const list = (root: string): ReadonlyArray<string> =>
  readdirSync(root, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ name, parentPath }) => join(parentPath, name).slice(root.length + 1))
    .toSorted()

/** Lists the files of the view while it is there, and says where it was. */
const viewOf = (commit: ObjectId) =>
  Effect.scoped(
    Effect.flatMap(CodeIndex, (index) =>
      Effect.map(index.commitView(commit), ({ root, warnings }) => ({ root, files: list(root), warnings }))
    )
  )

/** Writes a tree that `git checkout` would refuse, and a commit of it. */
const commitTree = Effect.fnUntraced(function* (
  repository: TemporaryRepository,
  entries: ReadonlyArray<readonly [mode: string, name: string, id: string]>
) {
  const bytes = Buffer.concat(
    entries.flatMap(([mode, name, id]) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, "hex")])
  )
  const tree = yield* repository.git(["hash-object", "-t", "tree", "-w", "--literally", "--stdin"], { stdin: bytes })
  return ObjectId.make(yield* repository.git(["commit-tree", tree, "-m", "Hostile"]))
})

const each: ReadonlyArray<keyof typeof ways> = ["on the calling thread", "on threads of its own"]

describe("the view of a commit", () => {
  for (const way of each) {
    it.live(
      `has its files and no others, ends with its scope, and leaves the work tree's alone, ${way}`,
      () =>
        Effect.gen(function* () {
          const { first, repository } = yield* makeProject
          yield* Effect.gen(function* () {
            const { files, root } = yield* viewOf(first)
            assert.deepStrictEqual(files, ["src/pool.ts"])
            assert.isFalse(existsSync(root))
            assert.deepStrictEqual(yield* findPaths("later"), ["src/later.ts"])
          }).pipe(inRepository(repository.directory, way))
        }),
      way === "on the calling thread" ? {} : slow
    )
  }

  it.live("has nothing outside its folder, in .git or behind a link, whatever the commit names", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeProject
      const blob = yield* repository.git(["hash-object", "-w", "--stdin"], { stdin: "export const x = 1\n" })
      const link = yield* repository.git(["hash-object", "-w", "--stdin"], { stdin: repository.directory })
      const inner = yield* commitTree(repository, [["100644", "hooked.ts", blob]])
      const folder = yield* repository.git(["rev-parse", `${inner}^{tree}`])
      const hostile = yield* commitTree(repository, [
        ["40000", "..", folder],
        ["40000", ".GIT", folder],
        ["100644", "good.ts", blob],
        ["120000", "link", link]
      ])
      const { files } = yield* viewOf(hostile).pipe(inRepository(repository.directory))
      assert.deepStrictEqual(files, ["good.ts"])
    })
  )

  it.live(
    "says how many files are missing in a commit that names contents which are not there",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makeProject
        const hostile = yield* commitTree(repository, [["100644", "gone.ts", "1".repeat(40)]])
        const { files, warnings } = yield* viewOf(hostile).pipe(inRepository(repository.directory))
        assert.deepStrictEqual(files, [])
        assert.deepStrictEqual(warnings, [`1 file of ${hostile.slice(0, 12)} cannot be read.`])
      }),
    slow
  )
})
