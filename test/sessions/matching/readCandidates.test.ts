import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import { readCandidates } from "../../../src/sessions/matching/readCandidates.ts"
import { gitProcessAt } from "../../support/gitLayer.ts"
import { makeSession } from "../../support/sessions.ts"
import { makeFolder, makeRepository } from "../../support/TemporaryRepository.ts"

const session = makeSession({
  kind: "edit",
  path: "pool.ts",
  added: ["export const pool = 1"],
  removed: [],
  time: 0
})

const listSubjects = (directory: string) =>
  readCandidates([session]).pipe(
    Effect.map(({ commits }) => commits.map(({ subject }) => subject)),
    Effect.provide(gitProcessAt(directory, {}))
  )

describe("the commits that sessions are compared with", () => {
  it.live("are without the oldest ones of a shallow clone, which seem to add every line", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.commit("Add the pool", { files: { "pool.ts": "export const pool = 1\n" } })
      yield* repository.commit("Log calls", { files: { "log.ts": "export const log = 1\n" } })
      yield* repository.commit("Log more", { files: { "log.ts": "export const log = 2\n" } })
      const folder = join(yield* makeFolder, "clone")
      yield* repository.git(["clone", "--quiet", "--depth", "2", `file://${repository.directory}`, folder])
      assert.deepStrictEqual(yield* listSubjects(folder), ["Log more"])
      assert.deepStrictEqual(yield* listSubjects(repository.directory), ["Add the pool", "Log calls", "Log more"])
    })
  )
})
