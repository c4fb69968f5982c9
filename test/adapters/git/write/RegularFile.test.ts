import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { createFile } from "../../../../src/adapters/git/RegularFile.ts"
import { makeFolder } from "../../../support/TemporaryRepository.ts"

describe("a file that is created", () => {
  it.live("is whole where its writer is interrupted", () =>
    Effect.gen(function* () {
      const file = join(yield* makeFolder, "request.json")
      const writer = yield* Effect.forkChild(createFile("create", file, "content"), { startImmediately: true })
      yield* Fiber.interrupt(writer)
      assert.isTrue(existsSync(file))
      assert.strictEqual(readFileSync(file, "utf8"), "content")
    })
  )
})
