import { spawn } from "node:child_process"
import { existsSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { makeRandom } from "../../bench/verify/random.ts"
import { makeFaultyGit } from "../support/faults/FaultyGit.ts"
import { makeFiles, pathOf } from "../support/faults/files.ts"
import { processesWith, untilGone } from "../support/faults/processes.ts"
import { untouched } from "../support/faults/untouched.ts"
import { initialize, startServer, toolCall } from "../support/McpProcess.ts"
import { serverOf } from "../support/program.ts"
import { isolation } from "../support/runGit.ts"
import { scaled } from "../support/scale.ts"
import { makeFolder } from "../support/TemporaryRepository.ts"
import { noteOn } from "../support/writer.ts"

const main = fileURLToPath(new URL("../../dist/main.js", import.meta.url))
const signals = ["SIGTERM", "SIGINT"] as const
const tools = ["ultragit_read", "ultragit_deps", "ultragit_history", "ultragit_summary"] as const

/** Where a process is when the signal arrives. */
const moments = ["starting", "idle", ...tools] as const

describe("a server that receives a signal", () => {
  const rounds = scaled(6, 240)
  const files = Array.from({ length: rounds }, (_, n) => `file${n}`)

  it.live(`at any moment (${rounds} times), exits with 0, and leaves no git process and no file`, () =>
    Effect.gen(function* () {
      const { repository } = yield* makeFiles(files)
      const mark = yield* makeFolder
      const random = makeRandom(20_250)
      const drawn = files.map((file, n) => ({
        file,
        moment: moments[n % moments.length] ?? "idle",
        signal: signals[random.below(2)] ?? "SIGTERM",
        after: random.below(n % moments.length === 0 ? 400 : 60)
      }))
      const round = Effect.fnUntraced(function* ({ after, file, moment, signal }: (typeof drawn)[number]) {
        const command = serverOf(repository.directory)
        const server = yield* startServer({ ...command, env: { ...command.env, MARK: mark } })
        if (moment !== "starting") yield* initialize(server, "2025-11-25")
        if (moment.startsWith("ultragit_")) {
          yield* server.send(toolCall(1, moment, { path: pathOf(file), anchor: "Pool.release" }))
        }
        yield* Effect.sleep(after)
        yield* server.kill(signal)
        const exit = yield* server.exit
        // What has not begun to listen is ended by the system.
        const early = moment === "starting" && server.output() === "" && exit.signal === signal
        assert.deepStrictEqual(early ? { code: 0, signal: null } : exit, { code: 0, signal: null }, moment)
        assert.strictEqual(server.log(), "", moment)
      }, Effect.scoped)
      yield* untouched(repository, Effect.forEach(drawn, round, { concurrency: 3, discard: true }))
      yield* untilGone(() => processesWith(mark))
    })
  )
})

/** Files that only a process at work, or one that was ended in the middle, leaves in a git directory. */
const leftovers = (directory: string): ReadonlyArray<string> =>
  readdirSync(join(directory, ".git"), { recursive: true, encoding: "utf8" }).filter((path) =>
    /\.lock$|fast_import_crash|(?:^|\/)tmp_/.test(path)
  )

describe("a note whose writer receives a signal", () => {
  const rounds = scaled(4, 150)
  const why = JSON.stringify({ summary: "Why.", regions: [] })

  it.live(`(${rounds} times) is written completely or not at all; no lock, process or partial file remains`, () =>
    Effect.gen(function* () {
      const { repository } = yield* makeFiles(["one"])
      const commits = yield* repository.importHistory(Array.from({ length: rounds }, (_, n) => ({ message: `${n}` })))
      const git = yield* makeFaultyGit
      const random = makeRandom(7)
      for (const [n, commit] of commits.entries()) {
        const phase = ["any", "fast-import", "update-ref"][n % 3] ?? "any"
        const begun = join(git.folder, "begun")
        rmSync(begun, { force: true })
        yield* git.repair
        if (phase !== "any") yield* git.fault(phase, `: > "$FOLDER/begun"`)
        const child = spawn(process.execPath, [main, "annotate", "--repo", repository.directory, "--commit", commit], {
          env: { ...process.env, ...isolation, ...git.environment },
          stdio: ["pipe", "ignore", "pipe"]
        })
        let complaint = ""
        child.stderr.on("data", (chunk: Buffer) => (complaint += chunk.toString()))
        // Listened to from the start: it may have ended before the signal.
        const closed = new Promise<{ readonly code: number | null; readonly signal: string | null }>((resolve) => {
          child.on("close", (code, signal) => resolve({ code, signal }))
        })
        const ended = Effect.promise(() => closed)
        child.stdin.end(why)
        const started: Effect.Effect<void> = Effect.suspend(() =>
          existsSync(begun) || child.exitCode !== null ? Effect.void : Effect.delay(started, "1 millis")
        )
        yield* phase === "any"
          ? Effect.sleep(random.below(600))
          : Effect.andThen(started, Effect.sleep(random.below(25)))
        const signal = signals[random.below(2)] ?? "SIGTERM"
        child.kill(signal)
        const exit = yield* ended
        const note = yield* noteOn(repository, commit)
        const context = `${n}: ${JSON.stringify(exit)} at ${phase}: ${complaint}`
        // Before the program listens for it, and once all is done, the signal itself ends the process.
        assert.isTrue(exit.signal === signal || exit.code === 130 || (exit.code === 0 && Option.isSome(note)), context)
        if (Option.isSome(note)) assert.strictEqual(note.value.recorded.summary, "Why.", context)
        yield* untilGone(() => processesWith(git.folder))
        assert.deepStrictEqual(leftovers(repository.directory), [], context)
      }
      yield* repository.git(["fsck", "--strict", "--no-dangling"])
    })
  )
})
