import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Option } from "effect"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { kill } from "node:process"
import { GitTimeout } from "../../../../src/adapters/git/Git.ts"
import { GitWrites } from "../../../../src/adapters/git/GitWrites.ts"
import { type FakeGit, makeFakeGit } from "../../../support/FakeGit.ts"
import { reasonOf } from "../../../support/git/reasons.ts"
import { gitWriteProcessAt } from "../../../support/gitLayer.ts"
import { isolation } from "../../../support/runGit.ts"
import { makeRepository } from "../../../support/TemporaryRepository.ts"
import { slow } from "../../../support/scale.ts"

const ref = "refs/notes/ultragit"

/** Writes a note over an existing one, through a fake git. */
const makeSubject = Effect.fnUntraced(function* (cases: Readonly<Record<string, string>>) {
  const repository = yield* makeRepository()
  const commit = yield* repository.commit("one")
  const tip = yield* repository.note(commit, "before")
  const fake = yield* makeFakeGit(cases)
  const write = Effect.flatMap(GitWrites, (writes) =>
    writes.writeNotes({
      ref,
      tip: Option.some(tip),
      notes: [{ commit, content: Option.some(Buffer.from("after")) }],
      message: "ultragit: annotate"
    })
  ).pipe(
    Effect.provide(gitWriteProcessAt(repository.directory, { ...isolation, ...fake.environment }), { local: true })
  )
  /** What a failed writer must not leave behind. */
  const traces = Effect.gen(function* () {
    const files = yield* Effect.promise(() => readdir(join(repository.directory, ".git"), { recursive: true }))
    return {
      moved: (yield* repository.id(ref)) !== tip,
      files: files.filter((file) => /\.lock$|crash|ultragit-writing/.test(file))
    }
  })
  return { fake, write, traces }
})

const runs = (pid: number): boolean => {
  try {
    return kill(pid, 0)
  } catch {
    return false
  }
}

/** Waits until a subcommand runs. Returns its process id. */
const started = (fake: FakeGit, command: string): Effect.Effect<number> =>
  Effect.flatMap(fake.starts, (starts) => {
    const pid = starts.find((start) => start.command === command)?.pid
    return pid === undefined ? Effect.delay(started(fake, command), "5 millis") : Effect.succeed(pid)
  })

const untouched = { moved: false, files: [] }

describe("a notes commit that", () => {
  it.effect.each([
    ["is not made", "echo 'fatal: no room' >&2; exit 128"],
    ["has no id", "cat > /dev/null; echo nonsense; exit 0"],
    ["ends in silence", "exit 1"],
    ["is cut off", 'echo "commit x" > "$FOLDER/input"; exec < "$FOLDER/input"']
  ] as const)("%s leaves the ref", ([, code]) =>
    Effect.gen(function* () {
      const { traces, write } = yield* makeSubject({ "fast-import": code })
      assert.strictEqual(yield* reasonOf(write), "CommandFailed")
      assert.deepStrictEqual(yield* traces, untouched)
    })
  )

  it.live(
    "times out leaves the ref unchanged",
    () =>
      Effect.gen(function* () {
        const { traces, write } = yield* makeSubject({ "fast-import": "exec sleep 600" })
        const reason = yield* reasonOf(write.pipe(Effect.provideService(GitTimeout, "1 second")))
        assert.strictEqual(reason, "GitTimedOut")
        assert.deepStrictEqual(yield* traces, untouched)
      }),
    slow
  )

  it.live("is interrupted leaves the ref unchanged and no process", () =>
    Effect.gen(function* () {
      const { fake, traces, write } = yield* makeSubject({ "fast-import": "exec sleep 600" })
      const fiber = yield* Effect.forkChild(write)
      const pids = [yield* started(fake, "fast-import"), yield* started(fake, "update-ref")]
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(pids.map(runs), [false, false])
      assert.deepStrictEqual(yield* traces, untouched)
    })
  )

  it.live("is interrupted during the ref update leaves the ref old or new", () =>
    Effect.gen(function* () {
      const { fake, traces, write } = yield* makeSubject({ "update-ref": 'cat > "$FOLDER/started"; exec sleep 600' })
      const fiber = yield* Effect.forkChild(write)
      const pid = yield* started(fake, "update-ref")
      yield* Fiber.interrupt(fiber)
      assert.isFalse(runs(pid))
      assert.deepStrictEqual(yield* traces, untouched)
    })
  )
})

describe("a configuration file locked by another git", () => {
  it.live("is waited for", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      yield* repository.write(".git/config.lock", "")
      yield* Effect.flatMap(GitWrites, (writes) =>
        Effect.all(
          [writes.addConfig("ultragit.x", "1"), Effect.delay(repository.remove(".git/config.lock"), "200 millis")],
          { concurrency: 2 }
        )
      ).pipe(Effect.provide(gitWriteProcessAt(repository.directory, isolation)))
      assert.strictEqual(yield* repository.git(["config", "ultragit.x"]), "1")
    })
  )
})
