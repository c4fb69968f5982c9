import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { annotate } from "../../support/annotated.ts"
import { ask } from "../../support/ask.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const pool = (body: string): string =>
  `fn take(count: u8) -> bool {\n    // Said.\n${body}\n}\n\nfn last() -> bool {\n    true\n}\n`

describe("a file in the middle of a merge", () => {
  it.effect("keeps the names of its functions, and what is noted of them", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const first = yield* repository.commit("Add", { files: { "pool.rs": pool("    count > 0") } })
      yield* annotate(repository, first, [
        { file: "pool.rs", anchor: "take", lines: [1, 4], intent: "Give none where none is left." }
      ])
      yield* repository.git(["switch", "--quiet", "--create", "other"])
      yield* repository.commit("Theirs", {
        files: { "pool.rs": pool("    let free = count > SIZE;\n    count > 0 && (free || SIZE.ok())") }
      })
      yield* repository.git(["switch", "--quiet", "-"])
      yield* repository.commit("Ours", { files: { "pool.rs": pool("    count > 0 && (count != 1 || SIZE.ok())") } })
      yield* Effect.exit(repository.git(["merge", "--quiet", "other"]))
      const { history, read } = ask(repository)
      const { regions, warnings } = yield* read({ path: "pool.rs", anchor: "take" })
      assert.deepStrictEqual(
        regions.map(({ anchor, lines, match }) => [anchor.name, lines, match]),
        [["take", { start: 1, end: 9 }, "exact"]]
      )
      assert.deepStrictEqual(warnings, ["Parts of pool.rs do not parse; units there are unknown."])
      const { timeline } = yield* history({ path: "pool.rs", anchor: "take" })
      assert.strictEqual(timeline.length, 1)
    })
  )
})
