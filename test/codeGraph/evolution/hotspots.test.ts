import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { CodeGraph } from "../../../src/codeGraph/service/CodeGraph.ts"
import { annotate } from "../../support/annotated.ts"
import { inRepository } from "../../support/code/codeGraph.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

const branches = (count: number): string =>
  `export function choose(n: number) {\n${Array.from({ length: count }, (_, index) => `  if (n === ${index}) return ${index}\n`).join("")}  return n\n}\n`

const makeProject = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const ids = yield* repository.importHistory(
    Array.from({ length: 4 }, (_, index) => ({
      message: `Change ${index}`,
      files: {
        "src/busy.ts": branches(8 + index),
        ...(index === 0 ? { "src/still.ts": branches(30) } : {}),
        "src/plain.ts": `export const plain = ${index}\n`,
        "test/busy.test.ts": branches(20 + index)
      }
    }))
  )
  return { repository, last: ids[3] ?? "" }
})

const edit = (index: number) => ({ "src/busy.ts": branches(20 + index) })

const below = (path: string) => Effect.flatMap(CodeGraph, (graph) => graph.hotspots({ path }))

describe("hotspots", () => {
  it.live("are those below a folder, written in any way, which must be there", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeProject
      yield* Effect.gen(function* () {
        for (const path of ["src", "./src/", ".", "./"]) assert.strictEqual((yield* below(path)).total_files, 2, path)
        assert.strictEqual((yield* below("./src/busy.ts")).total_files, 1)
        assert.strictEqual((yield* below("test")).total_files, 0)
        assert.include((yield* Effect.flip(below("nope"))).message, "Expected a file or folder of the project")
      }).pipe(inRepository(repository.directory))
    })
  )

  it.live("are ranked by churn × complexity, both factors shown, without tests and files without code", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeProject
      const { hotspots } = yield* Effect.flatMap(CodeGraph, (graph) => graph.hotspots({})).pipe(
        inRepository(repository.directory)
      )
      assert.deepStrictEqual(hotspots, [
        { file_path: "src/busy.ts", score: 100, churn: 4, complexity: 12, most_complex: "choose" },
        { file_path: "src/still.ts", score: 65, churn: 1, complexity: 31, most_complex: "choose" }
      ])
    })
  )

  it.live(
    "show, where nothing is noted, what the newest commit about few files gives as a reason",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makeProject
        yield* repository.commit("Old reason\n\nAnswers are listed, because a table was too slow.", { files: edit(0) })
        const reasoned = yield* repository.commit(
          `Newer reason\n\nKept in one function so that the bundler inlines it.\nIts token is ghp_${"a1B2c3".repeat(6)}.`,
          { files: edit(1) }
        )
        const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`lib/${index}.ts`, "export {}\n"]))
        yield* repository.commit("Broad\n\nEverything is moved because of a rule.", { files: { ...edit(2), ...many } })
        yield* repository.commit("Answer faster, because users wait", { files: edit(3) })
        const { hotspots } = yield* Effect.flatMap(CodeGraph, (graph) => graph.hotspots({ limit: 1 })).pipe(
          inRepository(repository.directory)
        )
        assert.deepStrictEqual(
          hotspots.map(({ reason }) => reason),
          [
            {
              commit: reasoned,
              subject: "Newer reason",
              reason:
                "Kept in one function so that the bundler inlines it. [line left out: it looks like a GitHub token]"
            }
          ]
        )
      }),
    slow
  )

  it.live(
    "show their latest intent, and can be limited to a folder",
    () =>
      Effect.gen(function* () {
        const { last, repository } = yield* makeProject
        yield* annotate(repository, last, [
          { file: "src/busy.ts", anchor: "choose", lines: [1, 13], intent: "Answer each number once." }
        ])
        yield* Effect.gen(function* () {
          const graph = yield* CodeGraph
          const { hotspots } = yield* graph.hotspots({ limit: 1 })
          assert.deepStrictEqual(
            hotspots.map(({ why }) => why),
            ["Answer each number once."]
          )
          const ofFile = yield* graph.hotspots({ path: "src/busy.ts" })
          assert.deepStrictEqual(
            ofFile.hotspots.map(({ file_path }) => file_path),
            ["src/busy.ts"]
          )
        }).pipe(inRepository(repository.directory))
      }),
    slow
  )
})
