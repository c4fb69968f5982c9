import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { run } from "../../support/program.ts"
import { builtProgram, eventsIn, settingUp, theirHook, withHooks } from "../../support/settingUp.ts"
import { makeFolder, makeRepository, type TemporaryRepository } from "../../support/TemporaryRepository.ts"
import { runWorker } from "../../../src/capture/worker/worker.ts"
import { noteOn } from "../../support/writer.ts"
import { slow } from "../../support/scale.ts"

const waiting = { CI: "true" }

const ready = Effect.gen(function* () {
  const repository = yield* makeRepository()
  yield* withHooks(repository, builtProgram)
  yield* repository.git(["config", "notes.rewriteRef", "refs/notes/ultragit"])
  yield* repository.git(["commit", "--quiet", "--allow-empty", "-m", "Root"])
  return repository
})

/** Commits a function with its own reason in the context file, right after the one before. */
const commitSaying = Effect.fnUntraced(function* (repository: TemporaryRepository, name: string) {
  yield* repository.write(`${name}.ts`, `export const ${name} = () => 1\n`)
  yield* repository.git(["add", "."])
  yield* repository.write(".git/ultragit/context.json", JSON.stringify({ reason: `for ${name}` }))
  yield* repository.git(["commit", "--quiet", "-m", `Add ${name}`])
  return yield* repository.id("HEAD")
})

const saidOf = Effect.fnUntraced(function* (repository: TemporaryRepository, commit: string) {
  const note = yield* noteOn(repository, yield* repository.id(commit))
  return note._tag === "Some"
    ? note.value.annotation.regions.map(({ ast_anchor, reasoning }) => `${ast_anchor.name}: ${reasoning}`)
    : []
})

/** Until no worker is at it and nothing waits. */
const settled = Effect.fnUntraced(function* (repository: TemporaryRepository) {
  const own = join(repository.directory, ".git/ultragit")
  const busy = Effect.sync(() => readdirSync(join(own, "queue")).length > 0 || existsSync(join(own, "worker.lock")))
  yield* Effect.repeat(busy, { while: (yes) => yes, schedule: Schedule.spaced("50 millis") })
})

describe("the program behind the hooks", () => {
  it.live(
    "never mixes what was said of twenty commits in quick succession",
    () =>
      Effect.gen(function* () {
        const repository = yield* ready
        const names = Array.from({ length: 20 }, (_, index) => `f${index}`)
        const commits = yield* Effect.forEach(names, (name) => commitSaying(repository, name))
        yield* settled(repository)
        const said = yield* Effect.forEach(commits, (commit) => saidOf(repository, commit))
        assert.deepStrictEqual(
          said,
          names.map((name) => [`${name}: for ${name}`])
        )
      }),
    slow
  )

  it.live(
    "carries the context of a commit and of its amends to the last amend",
    () =>
      Effect.gen(function* () {
        const repository = yield* ready
        yield* commitSaying(repository, "first")
        for (const name of ["second", "third"]) {
          yield* repository.write(`${name}.ts`, `export const ${name} = () => 1\n`)
          yield* repository.git(["add", "."])
          yield* repository.write(".git/ultragit/context.json", JSON.stringify({ constraints: [`keep ${name}`] }))
          yield* repository.git(["commit", "--quiet", "--amend", "--no-edit"])
        }
        yield* settled(repository)
        const note = yield* noteOn(repository, yield* repository.id("HEAD"))
        const regions = note._tag === "Some" ? note.value.annotation.regions : []
        const first = regions.find(({ ast_anchor }) => ast_anchor.name === "first")
        assert.strictEqual(first?.reasoning, "for first")
        const third = regions.find(({ ast_anchor }) => ast_anchor.name === "third")
        assert.deepStrictEqual(
          third?.constraints.map(({ text }) => text),
          ["keep third"]
        )
      }),
    slow
  )

  it.live(
    "completes before git returns under CI",
    () =>
      Effect.gen(function* () {
        const repository = yield* ready
        yield* repository.write("a.ts", "export const a = 1\n")
        yield* repository.git(["add", "."])
        yield* repository.git(["commit", "--quiet", "-m", "Add a"], { env: { ...waiting, ULTRAGIT_REASONING: "so" } })
        assert.deepStrictEqual(yield* saidOf(repository, "HEAD"), ["a: so"])
      }),
    slow
  )

  it.live(
    "works when a hook manager runs its command",
    () =>
      Effect.gen(function* () {
        const repository = yield* ready
        const main = builtProgram.script._tag === "Some" ? builtProgram.script.value : ""
        for (const name of ["post-commit", "post-rewrite", "prepare-commit-msg"]) {
          yield* theirHook(repository, name, `#!/bin/sh\nexec '${builtProgram.node}' '${main}' hook ${name} "$@"\n`)
        }
        yield* repository.write("a.ts", "export const a = 1\n")
        yield* repository.git(["add", "."])
        const said = { ...waiting, ULTRAGIT_REASONING: "so" }
        const ran = yield* repository.tryGit(["commit", "--quiet", "-m", "Add a"], { env: said })
        assert.deepStrictEqual([ran.exitCode, ran.stdout.toString(), ran.stderr.toString()], [0, "", ""])
        yield* repository.git(["commit", "--quiet", "--amend", "-m", "Add an a"], { env: waiting })
        assert.deepStrictEqual(yield* saidOf(repository, "HEAD"), ["a: so"])
      }),
    slow
  )

  it.live(
    "finishes what a killed worker began",
    () =>
      Effect.gen(function* () {
        const repository = yield* ready
        yield* repository.write("a.ts", "export const a = 1\n")
        yield* repository.git(["add", "."])
        yield* repository.git(["commit", "--quiet", "-m", "Add a"], {
          env: { ULTRAGIT_REASONING: "so", NODE_OPTIONS: "--require /nowhere" }
        })
        assert.lengthOf(yield* eventsIn(repository), 1)
        yield* repository.git(["commit", "--quiet", "--allow-empty", "-m", "Plain"], { env: waiting })
        assert.deepStrictEqual(yield* saidOf(repository, "HEAD~1"), ["a: so"])
      }),
    slow
  )

  it.live("imports the sessions that agents queued, after a commit without facts", () =>
    Effect.gen(function* () {
      const repository = yield* ready
      const queue = join(repository.directory, ".git/ultragit/agents/queue")
      yield* repository.write(".git/ultragit/agents/queue/0123456789abcdef.json", "{}")
      yield* repository.git(["commit", "--quiet", "--allow-empty", "-m", "Plain"], { env: waiting })
      assert.deepStrictEqual(readdirSync(queue), [])
    })
  )

  it.live("processes the queue on request, without output", () =>
    Effect.gen(function* () {
      const repository = yield* ready
      const cwd = yield* makeFolder
      yield* repository.write(".git/ultragit/queue/1/event", `post-commit ${yield* repository.id("HEAD")}\n`)
      const ran = yield* run(["hook", "run", "--repo", repository.directory], { cwd })
      assert.deepStrictEqual(ran, { exitCode: 0, stdout: "", stderr: "" })
      assert.deepStrictEqual(yield* settingUp(repository)(runWorker()), { done: 0, failed: 0, busy: false })
    })
  )
})
