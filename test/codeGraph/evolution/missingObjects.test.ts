import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import { CodeGraph } from "../../../src/codeGraph/service/CodeGraph.ts"
import { evolution, inRepository } from "../../support/code/codeGraph.ts"
import {
  makeFolder,
  makeRepository,
  repositoryAt,
  type TemporaryRepository
} from "../../support/TemporaryRepository.ts"

const busy = (returned: number): string =>
  `export function choose(n: number) {\n  if (n > 1) return ${returned}\n  return n\n}\n`

const makeHistory = Effect.gen(function* () {
  const repository = yield* makeRepository({ config: { "uploadpack.allowFilter": "true" } })
  const ids = yield* repository.importHistory([
    { message: "Add", files: { "old.ts": busy(1), "src/still.ts": busy(9) } },
    { message: "Move", files: { "old.ts": null, "src/busy.ts": `${busy(1)}// moved\n` } },
    { message: "Change", files: { "src/busy.ts": busy(2) } },
    { message: "Change again", files: { "src/busy.ts": busy(3) } }
  ])
  return { repository, ids }
})

const makePartial = Effect.gen(function* () {
  const { ids, repository } = yield* makeHistory
  const folder = join(yield* makeFolder, "clone")
  yield* repository.git(["clone", "--quiet", "--filter=blob:none", `file://${repository.directory}`, folder])
  const partial = repositoryAt(folder)
  yield* partial.git(["remote", "set-url", "origin", join(folder, "absent")])
  return { partial, ids }
})

const hotspots = ({ directory }: TemporaryRepository) =>
  Effect.flatMap(CodeGraph, (graph) => graph.hotspots({})).pipe(inRepository(directory))

const withoutRenames = /Renames are not followed.*: Object [0-9a-f]{40} is not in this repository/

describe("where contents of the past are missing", () => {
  it.live("hotspots are ranked by what is known, and say what is not", () =>
    Effect.gen(function* () {
      const { partial } = yield* makePartial
      const found = yield* hotspots(partial)
      assert.deepStrictEqual(
        found.hotspots.map(({ churn, file_path: path }) => [path, churn]),
        [
          ["src/busy.ts", 3],
          ["src/still.ts", 1]
        ]
      )
      assert.match(found.warnings?.join("\n") ?? "", withoutRenames)
    })
  )

  it.live("commits are counted without the lines that they changed", () =>
    Effect.gen(function* () {
      const { ids, partial } = yield* makePartial
      const [, moved = "", changed = "", last = ""] = ids
      const hottest = yield* evolution({ query_type: "hottest_files" }).pipe(inRepository(partial.directory))
      assert.deepStrictEqual(
        hottest.files?.map(({ authors, commits, insertions, path }) => [path, commits, insertions, authors.length]),
        [
          ["src/busy.ts", 3, undefined, 1],
          ["src/still.ts", 1, undefined, 1]
        ]
      )
      assert.match(hottest.warnings?.join("\n") ?? "", withoutRenames)
      const of = { file: "src/busy.ts" }
      const commits = yield* evolution({ query_type: "file_commits", ...of }).pipe(inRepository(partial.directory))
      assert.deepStrictEqual(
        commits.commits?.map(({ hash, lines_added: lines, message }) => [hash, message, lines]),
        [
          [last, "Change again", undefined],
          [changed, "Change", undefined],
          [moved, "Move", undefined]
        ]
      )
      assert.match(commits.warnings?.join("\n") ?? "", withoutRenames)
      const churn = yield* evolution({ query_type: "file_churn", ...of }).pipe(inRepository(partial.directory))
      assert.deepStrictEqual([churn.commit_count, churn.insertions, churn.authors?.length], [3, undefined, 1])
      assert.match(churn.warnings?.join("\n") ?? "", withoutRenames)
    })
  )

  it.live("hotspots are counted over the commits whose folders are there", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      for (const returned of [1, 2, 3, 4]) {
        yield* repository.commit(`Return ${returned}`, { files: { "src/busy.ts": busy(returned) } })
      }
      const tree = (yield* repository.git(["rev-parse", "HEAD~2:src"])).trim()
      yield* repository.remove(`.git/objects/${tree.slice(0, 2)}/${tree.slice(2)}`)
      const found = yield* hotspots(repository)
      assert.deepStrictEqual(
        found.hotspots.map(({ churn, file_path: path }) => [path, churn]),
        [["src/busy.ts", 1]]
      )
      assert.match(found.warnings?.join("\n") ?? "", /Older commits are not counted: Object [0-9a-f]{40} is not in/)
    })
  )
})
