import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger, Schema } from "effect"
import { startHttp } from "../../support/conformance/overHttp.ts"
import { demoToolsets } from "../../support/demoTools.ts"
import { initialize, post } from "../../support/postMcp.ts"
import { bearer, call, startWithTokens } from "./authenticated.ts"

const Line = Schema.fromJsonString(
  Schema.Struct({ message: Schema.Literal("call"), annotations: Schema.Record(Schema.String, Schema.Unknown) })
)

/** Collects the audit lines of what runs with `logged`, without their times. */
const collectLines = () => {
  const lines: Array<unknown> = []
  const logger = Logger.map(Logger.formatJson, (line) => {
    const { ms, ...annotations } = Schema.decodeSync(Line)(line).annotations
    assert.isNumber(ms)
    lines.push(annotations)
  })
  return { lines, logged: Effect.provide(Logger.layer([logger])) }
}

describe("an audit line", () => {
  it.live("is written for each call, also for one that its principal may not make", () =>
    Effect.gen(function* () {
      const { lines, logged } = collectLines()
      const { issue, url } = yield* logged(startWithTokens())
      const token = yield* issue("ann", ["repo"])
      yield* call(url, token, "demo_echo", { path: "a" })
      yield* call(url, token, "demo_fail", { text: "no" })
      yield* call(url, token, "ultragit_annotate", { commit: "HEAD" })
      yield* post(url, initialize(1), bearer(token))
      assert.deepStrictEqual(lines, [
        { principal: "ann", repository: "repo", tool: "demo_echo", outcome: "ok" },
        { principal: "ann", repository: "repo", tool: "demo_fail", outcome: "error" },
        { principal: "ann", repository: "repo", tool: "ultragit_annotate", outcome: "refused" }
      ])
    })
  )

  it.live("has the arguments if that is asked for", () =>
    Effect.gen(function* () {
      const { lines, logged } = collectLines()
      const { issue, url } = yield* logged(startWithTokens({}, 600, true))
      const token = yield* issue("ann", ["repo"])
      yield* call(url, token, "demo_echo", { path: "a" })
      yield* call(url, token, "repotoire_ask", { question: "why" })
      assert.deepStrictEqual(lines, [
        { principal: "ann", repository: "repo", tool: "demo_echo", outcome: "ok", arguments: '{"path":"a"}' },
        {
          principal: "ann",
          repository: "repo",
          tool: "repotoire_ask",
          outcome: "refused",
          arguments: '{"question":"why"}'
        }
      ])
    })
  )

  it.live("names no principal for the user of this machine", () =>
    Effect.gen(function* () {
      const { lines, logged } = collectLines()
      const base = yield* logged(startHttp({ name: "demo", version: "1", toolsets: demoToolsets(), repository: "" }))
      yield* call(`${base}/r/repo/mcp`, "none", "demo_echo", { path: "a" })
      assert.deepStrictEqual(lines, [{ principal: "", repository: "repo", tool: "demo_echo", outcome: "ok" }])
    })
  )
})
