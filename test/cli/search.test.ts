import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { run } from "../support/program.ts"
import { slow } from "../support/scale.ts"
import { makeRepository } from "../support/TemporaryRepository.ts"

const decode = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Struct({ results: Schema.Array(Schema.Struct({ path: Schema.String })) }))
)
const decodeSources = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Struct({ sources: Schema.Array(Schema.Struct({ file: Schema.String })) }))
)

/** One file that defines a name, and twelve that only speak of it. */
const makeProject = Effect.gen(function* () {
  const { directory, write } = yield* makeRepository()
  yield* write("src/pool.ts", "export const acquireConnection = () => 1\n")
  for (let at = 0; at < 12; at += 1) yield* write(`docs/${at}.md`, "As acquireConnection says.\n")
  return directory
})

describe("a search on the command line", () => {
  it.live.each(["code", "graph"])("leaves weak matches out unless --limit is given: %s search", (command) =>
    Effect.gen(function* () {
      const directory = yield* makeProject
      const search = (...flags: ReadonlyArray<string>) =>
        Effect.map(
          run([command, "search", "acquireConnection", "--json", ...flags], { cwd: directory }),
          ({ stdout }) => decode(stdout).results.map(({ path }) => path)
        )
      assert.lengthOf(yield* search("--limit", "100"), 13)
      const found = yield* search()
      assert.isBelow(found.length, 10)
      assert.strictEqual(found[0], "src/pool.ts")
    })
  )

  it.live(
    "leaves weak matches out of what graph ask rests on, too",
    () =>
      Effect.gen(function* () {
        const directory = yield* makeProject
        const ask = (...flags: ReadonlyArray<string>) =>
          Effect.map(run(["graph", "ask", "acquireConnection", "--json", ...flags], { cwd: directory }), ({ stdout }) =>
            decodeSources(stdout).sources.map(({ file }) => file)
          )
        const found = yield* ask()
        assert.isBelow(found.length, (yield* ask("--limit", "10")).length)
        assert.strictEqual(found[0], "src/pool.ts")
      }),
    slow
  )
})
