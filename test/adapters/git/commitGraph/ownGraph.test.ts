import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ownGraph } from "../../../../src/adapters/git/commitGraph/OwnGraph.ts"
import { removeOwnGraph } from "../../../../src/adapters/git/commitGraph/updateOwnGraph.ts"
import { Git } from "../../../../src/adapters/git/Git.ts"
import { askHistory, keepOwnGraph, usesOwnGraph, withGit } from "../../../support/ownGraph.ts"
import { makeFolder, makeRepository, type TemporaryRepository } from "../../../support/TemporaryRepository.ts"
import { treeOf } from "../../../support/tree.ts"

const folderOf = (repository: TemporaryRepository) => join(repository.directory, ".git", "ultragit", "commit-graph")
const graphOf = (repository: TemporaryRepository) => join(folderOf(repository), "info", "commit-graph")

const makeWritable = (file: string): string => {
  chmodSync(file, 0o644)
  return file
}

const replaceByCopy = (file: string): void => {
  copyFileSync(file, `${file}-copy`)
  renameSync(`${file}-copy`, file)
}

const moveAndLink = (folder: string, to: string): void => {
  renameSync(folder, join(to, "moved"))
  symlinkSync(join(to, "moved"), folder)
}

const edits = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    message: `Edit ${at}`,
    files: { [at % 3 === 0 ? "a.txt" : `b${at % 2}.txt`]: `${at}\n`, "grüße.txt": `${at % 5}\n` }
  }))

const makeIndexed = Effect.gen(function* () {
  const repository = yield* makeRepository()
  yield* repository.importHistory(edits(40))
  const state = yield* keepOwnGraph(repository.directory)
  assert.strictEqual(state._tag, "Written")
  return repository
})

describe("a commit-graph of our own", () => {
  it.effect("is read by git with its changed paths, and leaves the repository as it is", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.importHistory(edits(40))
      const before = yield* treeOf(join(repository.directory, ".git"))
      yield* keepOwnGraph(repository.directory)
      assert.deepStrictEqual(yield* treeOf(join(repository.directory, ".git"), ["ultragit"]), before)
      assert.deepStrictEqual(Object.keys(yield* treeOf(folderOf(repository))), ["info", "info/commit-graph"])
      const trace = join(yield* makeFolder, "trace")
      yield* repository.git(["rev-list", "HEAD", "--", "a.txt"], {
        env: {
          GIT_OBJECT_DIRECTORY: folderOf(repository),
          GIT_ALTERNATE_OBJECT_DIRECTORIES: join(repository.directory, ".git", "objects"),
          GIT_TRACE2_EVENT: trace
        }
      })
      // Newer versions of git count the first commit, too.
      assert.match(readFileSync(trace, "utf8"), /"filter_not_present":0,"maybe":1[34],"definitely_not":26/)
      assert.isTrue(yield* usesOwnGraph(repository.directory))
    })
  )

  const spoilers: ReadonlyArray<readonly [string, (repository: TemporaryRepository) => void]> = [
    ["was written to", (repository) => appendFileSync(makeWritable(graphOf(repository)), "x")],
    ["has another time", (repository) => utimesSync(graphOf(repository), 1, 1)],
    ["was replaced by an equal file", (repository) => replaceByCopy(graphOf(repository))],
    ["has a second hard link", (repository) => linkSync(graphOf(repository), join(repository.directory, "linked"))],
    ["has an object next to it", (repository) => mkdirSync(join(folderOf(repository), "pack"))],
    ["has alternates next to it", (repository) => writeFileSync(join(folderOf(repository), "info", "alternates"), "/")],
    ["is in a linked folder", (repository) => moveAndLink(folderOf(repository), repository.directory)]
  ]
  it.effect.each(spoilers)("is not used once it %s, and written again", ([, spoil]) =>
    Effect.gen(function* () {
      const repository = yield* makeIndexed
      spoil(repository)
      assert.isFalse(yield* usesOwnGraph(repository.directory))
      yield* Effect.ignore(keepOwnGraph(repository.directory))
      assert.isTrue(yield* usesOwnGraph(repository.directory))
      assert.deepStrictEqual(Object.keys(yield* treeOf(folderOf(repository))), ["info", "info/commit-graph"])
    })
  )

  it.effect("is not used by a copy of the repository, to which anything may have been added", () =>
    Effect.gen(function* () {
      const repository = yield* makeIndexed
      const copy = join(yield* makeFolder, "copy")
      cpSync(repository.directory, copy, { recursive: true, preserveTimestamps: true })
      assert.isTrue(yield* usesOwnGraph(repository.directory))
      assert.isFalse(yield* usesOwnGraph(copy))
    })
  )

  it.effect("that git cannot read is given up: the call is repeated without it", () =>
    Effect.gen(function* () {
      const repository = yield* makeIndexed
      const answers = yield* askHistory(repository.directory)
      const file = makeWritable(graphOf(repository))
      const bytes = readFileSync(file)
      const entry = bytes.indexOf("CDAT")
      // No commit has so many others before it.
      bytes.fill(0x11, Number(bytes.readBigUInt64BE(entry + 4)), Number(bytes.readBigUInt64BE(entry + 16)))
      writeFileSync(file, bytes)
      const graph = yield* Effect.map(
        withGit(repository.directory)(Effect.flatMap(Git, (git) => git.repository)),
        ownGraph
      )
      assert.isTrue(yield* graph.seal([yield* repository.id("HEAD")]))
      assert.deepStrictEqual(yield* askHistory(repository.directory), answers)
      assert.isFalse(yield* usesOwnGraph(repository.directory))
    })
  )

  it.effect("is left out where its folder is gone", () =>
    Effect.gen(function* () {
      const repository = yield* makeIndexed
      const answers = yield* askHistory(repository.directory)
      yield* withGit(repository.directory)(removeOwnGraph())
      assert.isFalse(yield* usesOwnGraph(repository.directory))
      assert.deepStrictEqual(yield* askHistory(repository.directory), answers)
    })
  )
})
