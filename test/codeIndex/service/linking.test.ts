import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { CodeReader } from "../../../src/codeIndex/reading/CodeReader.ts"
import { CodeIndex } from "../../../src/codeIndex/service/CodeIndex.ts"
import { makePace } from "../../../src/codeIndex/service/makePace.ts"
import { warnOfPending } from "../../../src/codeIndex/service/warnOfPending.ts"
import { inRepositoryWithReader } from "../../support/code/codeIndex.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const files = {
  "a.ts": "export const a = 1\n",
  "b.ts": 'import { a } from "./a.ts"\nexport const b = a\n',
  "c.md": "c\n"
}

/** An indexed project, whose state a function changes and reads. */
const makeProject = Effect.gen(function* () {
  const { directory } = yield* makeRepository().pipe(Effect.tap((repository) => repository.commit("First", { files })))
  const readState = (sql: string) =>
    Effect.gen(function* () {
      const { view } = yield* (yield* CodeIndex).refreshed
      const database = new DatabaseSync(join(directory, ".git", "ultragit", "code.db"))
      database.exec(sql)
      database.close()
      return (yield* (yield* CodeReader).request("state", view)).index
    }).pipe(inRepositoryWithReader(directory))
  return readState
})

describe("the state of a view", () => {
  it.live("counts files as pending until they are linked", () =>
    Effect.gen(function* () {
      const readState = yield* makeProject
      assert.deepInclude(yield* readState("SELECT 1"), { files: 3, indexed: 2, pending: 0 })
      const unlinked = "UPDATE views SET is_linked = 0; UPDATE files SET links = NULL WHERE links IS NOT NULL"
      assert.deepInclude(yield* readState(unlinked), { files: 3, indexed: 0, pending: 2 })
      assert.deepInclude(yield* readState("SELECT 1"), { files: 3, indexed: 2, pending: 0 })
    })
  )

  it("that is pending warns that lists of references are incomplete, and says how far it is", () => {
    const state = { revision: "", files: 3, indexed: 0, pending: 2, failed: 0, unsupported: 1 }
    assert.match(warnOfPending(state), /1 of 3 files .*still being linked, and lists of them are incomplete/)
    assert.match(warnOfPending({ ...state, pending: 0 }), /^Indexing goes on in the background\. /)
    assert.match(warnOfPending(state, 61_000), /1 of 3 files are done, the others in about 65 s\. /)
    assert.match(warnOfPending(state, 200_000), /are done, the others in about 4 min\. /)
  })

  it("that is pending is done at the pace of this step so far, if that is known", () => {
    const pace = makePace()
    const at = (pending: number, now: number) =>
      pace({ revision: "", files: 100, indexed: 0, pending, failed: 0, unsupported: 0 }, now)
    assert.deepStrictEqual(
      [
        at(100, 0),
        at(90, 1000),
        at(80, 2000),
        at(40, 8000),
        // All are read, and the first are linked.
        at(95, 10_000),
        at(90, 15_000),
        at(0, 16_000),
        at(1, 90_000)
      ],
      [undefined, undefined, 8000, (8000 / 60) * 40, undefined, 90_000, undefined, undefined]
    )
  })
})
