import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { detectors } from "../../../src/codeIndex/detecting/detectors.ts"
import { CodeReader } from "../../../src/codeIndex/reading/CodeReader.ts"
import { CodeIndex } from "../../../src/codeIndex/service/CodeIndex.ts"
import { inRepositoryWithReader } from "../../support/code/codeIndex.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"
import { cases, type DetectorCase } from "./cases.ts"

/** All cases in one repository, each in folders of its own, so that it is indexed once. */
const files = Object.fromEntries(
  Object.entries(cases).flatMap(([id, each]) =>
    (["wrong", "right"] satisfies ReadonlyArray<keyof DetectorCase>).flatMap((side) =>
      Object.entries(each[side]).map(([path, text]) => [`cases/${id}/${side}/${path}`, text])
    )
  )
)

/** What all detectors find, as `detector path`. */
const found = await Effect.runPromise(
  Effect.gen(function* () {
    const { commit, directory } = yield* makeRepository()
    yield* commit("Cases", { files })
    return yield* Effect.gen(function* () {
      const { root, view } = yield* (yield* CodeIndex).refreshed
      const reader = yield* CodeReader
      return yield* reader.request("detect", { view, question: { root, others: [] } })
    }).pipe(inRepositoryWithReader(directory))
  }).pipe(Effect.scoped)
)

const foldersOf = (id: string): ReadonlyArray<string> => [
  ...new Set(
    found.found
      .filter(({ detector, path }) => detector === id && path.startsWith(`cases/${id}/`))
      .map(({ path }) => path.split("/")[2] ?? "")
  )
]

describe("detectors of facts and graph", () => {
  it("each have a case", () => {
    assert.deepStrictEqual(detectors.map(({ id }) => id).toSorted(), Object.keys(cases).toSorted())
  })

  for (const { finds, id } of detectors) {
    it(`find what they are for, and not what is close to it: ${id}: ${finds}`, () => {
      assert.deepStrictEqual(foldersOf(id), ["wrong"])
    })
  }

  it("name the place: file, definition, lines and numbers", () => {
    const god = found.found.find(({ detector }) => detector === "god-class")
    assert.deepInclude(god, { path: "cases/god-class/wrong/a.ts", name: "Everything", startLine: 1, endLine: 178 })
    assert.include(god?.title, "22 methods in 178 lines")
  })

  it("give each finding an id of its own", () => {
    assert.strictEqual(new Set(found.found.map(({ id }) => id)).size, found.found.length)
  })
})
