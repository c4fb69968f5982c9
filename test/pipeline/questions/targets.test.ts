import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { annotate } from "../../support/annotated.ts"
import { ask } from "../../support/ask.ts"
import { fromTemplate } from "../../support/template.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

const path = "src/start.ts"
const start = 'import { connect } from "./pool.ts"\nexport const start = () => connect("mqtt://here")\n'
const body = ["  const limit = url.length", "  return new Pool(url, limit)"]
const connect = (lines: ReadonlyArray<string> = body, name = "connect") =>
  [`export function ${name}(url: string): Pool {`, ...lines, "}", ""].join("\n")
const pool = `export class Pool {}\n${connect()}`

/** `start` relies on `connect` in another file, and on what the test adds. */
const makeReliant = (others: ReadonlyArray<object> = []) =>
  Effect.gen(function* () {
    const repository = yield* makeRepository()
    const noted = yield* repository.commit("Start", { files: { [path]: start, "src/pool.ts": pool } })
    const nature = "assumes that connect never throws"
    yield* annotate(repository, noted, [
      {
        file: path,
        anchor: "start",
        lines: [2, 2],
        intent: "Start once.",
        semantic_dependencies: [{ file: "src/pool.ts", anchor: "connect", nature }, ...others]
      }
    ])
    return { repository }
  })
const makePlain = fromTemplate(makeReliant())

const targetsIn = Effect.fnUntraced(function* (repository: Effect.Success<ReturnType<typeof makeRepository>>) {
  const { regions } = yield* ask(repository).read({ path })
  return regions.flatMap(({ semantic_dependencies: all = [] }) => all.map(({ target }) => target))
})

const targetsAfter = (files: Readonly<Record<string, string | null>>) =>
  Effect.gen(function* () {
    const { repository } = yield* makePlain
    yield* repository.commit("Change it", { files })
    return yield* targetsIn(repository)
  })

describe("targets of dependencies", () => {
  it.effect("are absent where the code is as it was, wherever it is in its file now", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* targetsAfter({ "README.md": "x\n" }), [undefined])
      assert.deepStrictEqual(yield* targetsAfter({ "src/pool.ts": `export const a = 1\n\n${pool}` }), [undefined])
    })
  )

  it.effect("say that the code has changed", () =>
    Effect.gen(function* () {
      const changed = connect(["  const limit = 10", ...body.slice(1)])
      assert.deepStrictEqual(yield* targetsAfter({ "src/pool.ts": changed }), [{ state: "changed" }])
    })
  )

  it.effect(
    "say that the code has changed where only its name did",
    () =>
      Effect.gen(function* () {
        const files = { "src/pool.ts": `export class Pool {}\n${connect(body, "open")}` }
        assert.deepStrictEqual(yield* targetsAfter(files), [{ state: "changed" }])
      }),
    slow
  )

  it.effect("say that the code is gone from its file, or its file", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* targetsAfter({ "src/pool.ts": "export class Pool {}\n" }), [{ state: "gone" }])
      assert.deepStrictEqual(yield* targetsAfter({ "src/pool.ts": null }), [{ state: "gone" }])
    })
  )

  it.effect(
    "follow a renamed file",
    () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* targetsAfter({ "src/pool.ts": null, "src/connections.ts": pool }), [undefined])
        const changed = `${pool}export const more = [1, 2, 3]\n`.replace("url.length", "10")
        const files = { "src/pool.ts": null, "src/connections.ts": changed }
        assert.deepStrictEqual(yield* targetsAfter(files), [{ state: "changed" }])
      }),
    slow
  )

  it.effect(
    "are absent where today's file cannot be parsed",
    () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* targetsAfter({ "src/pool.ts": "export class Pool {{{ (\n" }), [undefined])
      }),
    slow
  )

  it.effect("count the commits that changed the code in the file itself", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const noted = yield* repository.commit("Start", { files: { [path]: `${pool}${start}` } })
      yield* annotate(repository, noted, [
        {
          file: path,
          anchor: "start",
          lines: [7, 7],
          semantic_dependencies: [{ file: path, anchor: "connect", nature: "never throws" }]
        }
      ])
      yield* repository.commit("Limit", { files: { [path]: `${pool}${start}`.replace("url.length", "10") } })
      assert.deepStrictEqual(yield* targetsIn(repository), [{ state: "changed", commits: 1 }])
    })
  )

  it.effect("are absent for places that never were in the repository", () =>
    Effect.gen(function* () {
      const files = ["", "/etc/passwd", "../pool.ts", "src", "a\0b", "src/none.ts", "src/\udcff.ts"]
      const others = files.map((file) => ({ file, anchor: "connect", nature: "is odd" }))
      const { repository } = yield* makeReliant([...others, { file: "src/pool.ts", anchor: "", nature: "is odd" }])
      yield* repository.commit("Change it", { files: { "src/pool.ts": connect(["  return 1"]) } })
      const answer = yield* ask(repository).read({ path })
      assert.notProperty(answer, "warnings")
      assert.deepStrictEqual(
        answer.regions[0]?.semantic_dependencies?.map(({ target }) => target?.state),
        ["changed", ...Array.from(others, () => undefined), undefined]
      )
    })
  )
})
