import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { rename } from "node:fs/promises"
import { makePool } from "../../support/annotated.ts"
import { at } from "../../support/conformance/Subject.ts"
import { initialize, startServer, toolCall } from "../../support/McpProcess.ts"
import { serverOf } from "../../support/program.ts"
import { repositoryAt } from "../../support/TemporaryRepository.ts"

describe("a server whose repository is replaced", () => {
  it.live("says so while there is none, and answers from the one that takes its place", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const server = yield* startServer(serverOf(repository.directory))
      yield* initialize(server, "2025-11-25")
      const read = Effect.fnUntraced(function* (id: number) {
        yield* server.send(toolCall(id, "ultragit_read", { path: "src/pool.ts", anchor: "connect" }))
        return at(yield* server.answer(id), "result")
      })
      const answered = at(yield* read(1), "structuredContent")
      assert.isDefined(answered)
      const away = `${repository.directory}-away`
      yield* Effect.promise(() => rename(repository.directory, away))
      assert.include(String(at(yield* read(2), "content", 0, "text")), "Not a git repository")
      yield* repositoryAt(away).git(["clone", "--quiet", "--mirror", away, repository.directory])
      assert.deepStrictEqual(at(yield* read(3), "structuredContent"), answered)
    })
  )
})
