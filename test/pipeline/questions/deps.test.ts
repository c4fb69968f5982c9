import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { annotate, makePool, poolSource } from "../../support/annotated.ts"
import { ask, failure } from "../../support/ask.ts"
import { slow } from "../../support/scale.ts"

const says = (file: string, nature: string) => ({ file, anchor: "connect", nature })
const depends = (anchor: string, nature = "relies on it") => ({
  semantic_dependencies: [{ file: "src/pool.ts", anchor, nature }]
})

const files = (answer: { readonly dependents: ReadonlyArray<{ readonly file: string }> }) =>
  answer.dependents.map((dependent) => dependent.file).toSorted()

describe("deps", () => {
  it.effect("names every region that relies on the code", () =>
    Effect.gen(function* () {
      const { repository, second } = yield* makePool
      const answer = yield* ask(repository).deps({ path: "src/pool.ts", anchor: "connect" })
      assert.deepStrictEqual(answer.dependents, [
        {
          file: "src/app.ts",
          anchor: "start",
          nature: "assumes that connect never throws",
          commit: second,
          timestamp: "2025-01-01T00:00:00Z",
          confidence: 0.94,
          context_level: "enhanced"
        }
      ])
      assert.deepStrictEqual(answer.stats, { commits_scanned: 2, dependencies_found: 1 })
    })
  )

  it.effect("marks dependents that are flagged or spread over several units, with lower confidence", () =>
    Effect.gen(function* () {
      const { repository, second } = yield* makePool
      const start = { file: "src/app.ts", anchor: "start", lines: [2, 2] as const, ...depends("connect") }
      const flag = { reason: "Two now.", author: "Ada <ada@example.org>", timestamp: "2026-01-01T00:00:00Z" }
      const { reason: value, ...by } = flag
      const corrections = [{ file: "src/app.ts", anchor: "start", action: "flag", value, ...by }]
      yield* annotate(repository, second, [{ ...start, spread: true }], { corrections })
      const { dependents } = yield* ask(repository).deps({ path: "src/pool.ts", anchor: "connect" })
      assert.deepStrictEqual(
        dependents.map(({ confidence, flags, spread }) => [confidence, flags, spread]),
        [[0.433, [flag], true]]
      )
    })
  )

  it.effect("does not name what relies on something else in the file", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      assert.deepStrictEqual(
        (yield* ask(repository).deps({ path: "src/pool.ts", anchor: "Pool.acquire" })).dependents,
        []
      )
      assert.strictEqual((yield* ask(repository).deps({ path: "src/pool.ts" })).dependents.length, 1)
    })
  )

  it.effect("keeps the newest statement of each dependent", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const third = yield* repository.commit("Change the application", {
        files: { "src/app.ts": "export const start = () => 2\n" }
      })
      yield* annotate(repository, third, [
        { file: "src/app.ts", anchor: "start", lines: [1, 1], ...depends("connect", "newer") },
        { file: "src/app.ts", anchor: "stop", lines: [1, 1], ...depends("connect", "another") }
      ])
      const answer = yield* ask(repository).deps({ path: "src/pool.ts", anchor: "connect" })
      assert.deepStrictEqual(answer.dependents.map(({ anchor, nature }) => `${anchor}: ${nature}`).toSorted(), [
        "start: newer",
        "stop: another"
      ])
    })
  )

  it.effect("takes the first statement of a note, under any path of the file", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.git(["mv", "src/pool.ts", "src/connections.ts"])
      const third = yield* repository.commit("Rename")
      const semantic_dependencies = [says("src/pool.ts", "first"), says("src/connections.ts", "second")]
      yield* annotate(repository, third, [{ file: "src/c.ts", anchor: "c", lines: [1, 1], semantic_dependencies }])
      const answer = yield* ask(repository).deps({ path: "src/connections.ts" })
      assert.deepStrictEqual(answer.dependents.map(({ nature }) => nature).toSorted(), [
        "assumes that connect never throws",
        "first"
      ])
    })
  )

  it.effect("counts only commits reachable from HEAD", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.git(["checkout", "--quiet", "-b", "side"])
      const side = yield* repository.commit("On the side", { files: { "src/side.ts": "export const side = 1\n" } })
      yield* annotate(repository, side, [{ file: "src/side.ts", anchor: "side", lines: [1, 1], ...depends("connect") }])
      assert.deepStrictEqual(files(yield* ask(repository).deps({ path: "src/pool.ts" })), ["src/app.ts", "src/side.ts"])
      yield* repository.git(["checkout", "--quiet", "main"])
      assert.deepStrictEqual(files(yield* ask(repository).deps({ path: "src/pool.ts" })), ["src/app.ts"])
    })
  )

  it.effect("follows a rename of the file that is relied on", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.git(["mv", "src/pool.ts", "src/connections.ts"])
      yield* repository.commit("Rename")
      const answer = yield* ask(repository).deps({ path: "src/connections.ts", anchor: "connect" })
      assert.strictEqual(answer.dependents.length, 1)
    })
  )

  it.effect(
    "resolves a former path that another file now has to that file",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        yield* repository.git(["mv", "src/pool.ts", "src/middle.ts"])
        const middle = yield* repository.commit("Rename")
        const place = { file: "src/middle.ts", anchor: "connect", nature: "relies on it" }
        yield* annotate(repository, middle, [
          { file: "src/late.ts", anchor: "late", lines: [1, 1], semantic_dependencies: [place] }
        ])
        yield* repository.git(["mv", "src/middle.ts", "src/connections.ts"])
        yield* repository.commit("Rename again")
        yield* repository.commit("Use the name again", { files: { "src/pool.ts": "export const connect = 1\n" } })
        const dependents = (path: string) =>
          Effect.map(ask(repository).deps({ path, anchor: "connect" }), (answer) =>
            answer.dependents.map((dependent) => dependent.anchor)
          )
        assert.deepStrictEqual(yield* dependents("src/connections.ts"), ["late"])
        assert.deepStrictEqual(yield* dependents("src/pool.ts"), ["start"])
      }),
    slow
  )

  it.effect("answers for deleted code that notes still know, with a warning", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.commit("Drop connect", { files: { "src/pool.ts": "export class Pool {}\n" } })
      const answer = yield* ask(repository).deps({ path: "src/pool.ts", anchor: "connect" })
      assert.strictEqual(answer.dependents.length, 1)
      assert.deepStrictEqual(answer.warnings, ["Anchor 'connect' is no longer in src/pool.ts; answering from notes."])
      yield* repository.commit("Drop the file", { files: { "src/pool.ts": null } })
      const gone = yield* ask(repository).deps({ path: "src/pool.ts", anchor: "connect" })
      assert.strictEqual(gone.dependents.length, 1)
      assert.match(gone.warnings?.join() ?? "", /src\/pool\.ts is no longer in the repository; answering from notes\./)
    })
  )

  it.effect("answers for deleted code that notes know by a former path of the file", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.git(["mv", "src/pool.ts", "src/connections.ts"])
      yield* repository.commit("Rename")
      yield* repository.commit("Drop connect", {
        files: { "src/connections.ts": poolSource.replace(/export function connect.*/s, "") }
      })
      const answer = yield* ask(repository).deps({ path: "src/connections.ts", anchor: "connect" })
      assert.deepStrictEqual(
        answer.dependents.map((dependent) => dependent.anchor),
        ["start"]
      )
      assert.match(answer.warnings?.join() ?? "", /'connect' is no longer in src\/connections\.ts/)
    })
  )

  it.effect("does not name a region that relies on itself", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const third = yield* repository.commit("Touch")
      yield* annotate(repository, third, [
        { file: "src/pool.ts", anchor: "connect", lines: [9, 11], ...depends("connect") }
      ])
      const answer = yield* ask(repository).deps({ path: "src/pool.ts", anchor: "connect" })
      assert.deepStrictEqual(
        answer.dependents.map((dependent) => dependent.anchor),
        ["start"]
      )
    })
  )

  it.effect("fails for an unknown path, with similar names", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const error = yield* failure(ask(repository).deps({ path: "src/pol.ts" }))
      assert.strictEqual(error.message, "File not found: src/pol.ts")
      assert.strictEqual(error.hint, "Did you mean src/pool.ts?")
    })
  )
})
