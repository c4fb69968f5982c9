import { spawn } from "node:child_process"
import { closeSync, openSync } from "node:fs"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, type Scope } from "effect"
import { makePool } from "../support/annotated.ts"
import { makeFakeGit } from "../support/FakeGit.ts"
import { isolation } from "../support/runGit.ts"
import { slow } from "../support/scale.ts"

const main = fileURLToPath(new URL("../../dist/main.js", import.meta.url))

/** The program with its standard output going where the test wants it. */
const start = (
  args: ReadonlyArray<string>,
  options: { readonly cwd: string; readonly stdout: "pipe" | number; readonly env?: Readonly<Record<string, string>> }
) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() =>
        spawn(process.execPath, [main, ...args], {
          cwd: options.cwd,
          env: { ...process.env, ...isolation, NO_COLOR: "1", FORCE_COLOR: "", ...options.env },
          stdio: ["ignore", options.stdout, "pipe"]
        })
      ),
      (child) => Effect.sync(() => child.kill("SIGKILL"))
    ),
    (child) => {
      let stderr = ""
      child.stderr?.on("data", (chunk: Buffer) => {
        stderr += chunk.toString()
      })
      const ended = Effect.callback<{ readonly code: number | null; readonly stderr: string }>((resume) => {
        child.on("close", (code) => resume(Effect.succeed({ code, stderr })))
      })
      return { child, ended }
    }
  )

const fullDevice: Effect.Effect<number, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => openSync("/dev/full", "w")),
  (file) => Effect.sync(() => closeSync(file))
)

/** Closes the pipe that a command writes to. */
const closePipe = (args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { repository } = yield* makePool
    const { child, ended } = yield* start(args, { cwd: repository.directory, stdout: "pipe" })
    child.stdout?.destroy()
    const { code, stderr } = yield* ended
    assert.strictEqual(stderr, "")
    assert.strictEqual(code, args.includes("nowhere.ts") ? 1 : 0)
  })

/** Sends a signal while git runs. */
const sendSignal = (signal: "SIGINT" | "SIGTERM") =>
  Effect.gen(function* () {
    const { repository } = yield* makePool
    const fake = yield* makeFakeGit({ config: "exec sleep 600" })
    const { child, ended } = yield* start(["read", "src/pool.ts"], {
      cwd: repository.directory,
      stdout: "pipe",
      env: fake.environment
    })
    const started = Effect.map(fake.starts, (all) => all.find(({ command }) => command === "config"))
    const git = yield* Effect.repeat(Effect.delay(started, "20 millis"), { until: (found) => found !== undefined })
    child.kill(signal)
    const { code, stderr } = yield* ended
    assert.deepStrictEqual({ code, stderr }, { code: 130, stderr: "" })
    // The kernel may take a moment: until the test's own limit, the process must be gone.
    const isGone = Effect.sync(() => Result.isFailure(Result.try(() => process.kill(git?.pid ?? 0, 0))))
    yield* Effect.repeat(Effect.delay(isGone, "20 millis"), { until: (gone) => gone })
  })

describe("the process", () => {
  it.live("ends quietly when its output pipe is closed", () => closePipe(["read", "src/pool.ts", "--json"]))

  it.live.each(["summary", "--help", "read nowhere.ts --json"])(
    "ends quietly when its output pipe is closed: %s",
    (command) => closePipe(command.split(" ")),
    slow
  )

  it.live("fails with a message when its output cannot be written", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const { ended } = yield* start(["read", "src/pool.ts"], { cwd: repository.directory, stdout: yield* fullDevice })
      const { code, stderr } = yield* ended
      assert.strictEqual(code, 1)
      assert.match(stderr, /^Error: Cannot write to standard output: ENOSPC/)
    })
  )

  it.live("exits with 130 at SIGTERM, and ends its git", () => sendSignal("SIGTERM"))

  it.live("exits with 130 at SIGINT, and ends its git", () => sendSignal("SIGINT"), slow)
})
