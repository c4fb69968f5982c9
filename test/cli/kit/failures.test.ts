import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit } from "effect"
import { parseErrorFormat, toExitCode } from "../../../src/cli/kit/failures.ts"

describe("the format of failures", () => {
  it.each([
    [["read", "a"], "text"],
    [["read", "a", "--json"], "json"],
    [["--json", "read", "a", "--format", "markdown"], "json"],
    [["read", "a", "--format", "json"], "json"],
    [["read", "a", "--format=pretty"], "pretty"],
    [["read", "a", "--format"], "text"],
    [["read", "--", "--json"], "text"],
    [["read", "--anchor", "json"], "text"]
  ])("of %j is %s", (args, expected) => {
    assert.strictEqual(parseErrorFormat(args), expected)
  })
})

describe("the end of a command", () => {
  it.effect("is 1 for a defect, which is reported as a bug", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* toExitCode(Effect.die(new Error("secret")), "text"), 1)
    })
  )

  it.effect("is an interruption when it was interrupted", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(toExitCode(Effect.interrupt, "text"))
      assert.isTrue(Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause))
    })
  )
})
