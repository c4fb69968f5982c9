import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { slow } from "../support/scale.ts"
import { makeFolder } from "../support/TemporaryRepository.ts"

const folder = join(import.meta.dirname, "../../bench/demo")

const { FORCE_COLOR: _, ...inherited } = process.env

const runScript = (name: string, temporary: string, ...args: ReadonlyArray<string>) =>
  Effect.callback<string>((resume) => {
    const env = { ...inherited, TMPDIR: temporary }
    const child = execFile(process.execPath, [join(folder, name), ...args], { env }, (error, stdout, stderr) =>
      resume(error === null ? Effect.succeed(stdout) : Effect.die(new Error(`${error.message}\n${stderr}`)))
    )
    return Effect.sync(() => child.kill())
  })

describe("the picture in the README", () => {
  it.effect(
    "is what the program prints",
    () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* runScript("picture.ts", yield* makeFolder, "--check"), "")
      }),
    slow
  )
})

describe("npm run demo", () => {
  it.effect(
    "asks the four questions on the command line and keeps the repository",
    () =>
      Effect.gen(function* () {
        const temporary = yield* makeFolder
        const shown = yield* runScript("main.ts", temporary)
        for (const command of ["read src/broker", "deps src/broker", "history web/pool.ts", "summary web"]) {
          assert.include(shown, `$ ultragit ${command}`)
        }
        assert.include(shown, "At most one live session for each client id.")
        assert.notInclude(shown, "\u001b")
        const kept = readdirSync(temporary).filter((name) => name.startsWith("ultragit-demo-"))
        assert.lengthOf(kept, 1)
        assert.include(shown, `cd ${join(temporary, ...kept)}`)
        assert.isTrue(existsSync(join(temporary, ...kept, "web", "pool.ts")))
      }),
    slow
  )

  it.effect(
    "shows all messages with --wire",
    () =>
      Effect.gen(function* () {
        const shown = yield* runScript("main.ts", yield* makeFolder, "--wire")
        for (const question of ["read", "deps", "history", "summary"]) {
          assert.include(shown, `"name": "ultragit_${question}"`)
          assert.include(shown, `"$schema": "ultragit-${question}/v1"`)
        }
        assert.include(shown, "Refuse a fifth session instead of letting the broker do it.")
        assert.notInclude(shown, '"isError"')
      }),
    slow
  )
})
