import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { join } from "node:path"
import process from "node:process"

const script = join(import.meta.dirname, "../../bench/demo/main.ts")

const { FORCE_COLOR: _, ...env } = process.env

const demonstration = Effect.callback<string>((resume) => {
  const child = execFile(process.execPath, [script], { env }, (error, stdout, stderr) =>
    resume(error === null ? Effect.succeed(stdout) : Effect.die(new Error(`${error.message}\n${stderr}`)))
  )
  return Effect.sync(() => child.kill())
})

describe("npm run demo", () => {
  it.effect("asks the four questions over the wire and shows each answer, without colour where nobody looks", () =>
    Effect.gen(function* () {
      const shown = yield* demonstration
      for (const question of ["read", "deps", "history", "summary"]) {
        assert.include(shown, `"name": "ultragit_${question}"`)
        assert.include(shown, `"$schema": "ultragit-${question}/v1"`)
      }
      assert.include(shown, "At most one live session for each client id.")
      assert.include(shown, "Refuse a fifth session instead of letting the broker do it.")
      assert.notInclude(shown, "\u001b")
      assert.notInclude(shown, '"isError"')
    })
  )
})
