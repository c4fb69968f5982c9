import { Effect, Layer, Option } from "effect"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { env } from "node:process"
import { annotate } from "../../../src/writing/annotate/annotate.ts"
import { carryInto, carryRewrites } from "../../../src/rewrite/carry/carry.ts"
import { parseMap } from "../../../src/rewrite/carry/rewrites/parseCommitMap.ts"
import { runWorker } from "../../../src/capture/worker/worker.ts"
import { init } from "../../../src/setup/init/init.ts"
import { Program } from "../../../src/config/Program.ts"
import { ObjectId } from "../../../src/domain/ObjectId.ts"
import { GitDirectory } from "../../../src/adapters/git/Git.ts"
import { GitEnvironment } from "../../../src/adapters/git/GitEnvironment.ts"
import { authoringLayer, platform } from "../../../src/Layers.ts"
import { run } from "../program.ts"
import { isolation } from "../runGit.ts"
import { whenSettled } from "../settledClock.ts"
import type { TemporaryRepository } from "../TemporaryRepository.ts"
import type { Keeping } from "./Place.ts"

const ref = "refs/notes/ultragit"
const nothing = Effect.void

/** Git as its manual says to configure it, and what its user can do by hand with `git notes`. */
export const gitAlone: Keeping = {
  keeper: "git",
  setUp: (repository) => Effect.asVoid(repository.git(["config", "notes.rewriteRef", ref])),
  say: (repository, commit, note) =>
    Effect.asVoid(repository.git(["notes", `--ref=${ref}`, "append", "-m", JSON.stringify(note), commit])),
  map: () => nothing,
  squashed: () => nothing,
  settle: () => nothing
}

const layerOf = (repository: TemporaryRepository) =>
  Layer.merge(authoringLayer, platform).pipe(
    Layer.provideMerge(Layer.succeed(GitDirectory, repository.directory)),
    Layer.provide(Layer.succeed(GitEnvironment, { ...env, ...isolation }))
  )

/** Runs the program's own effects on a repository, a fresh set of layers each time; a failure is a defect. */
const within = <A, E>(
  repository: TemporaryRepository,
  effect: Effect.Effect<A, E, Layer.Success<ReturnType<typeof layerOf>>>
): Effect.Effect<A> => effect.pipe(Effect.provide(layerOf(repository), { local: true }), Effect.orDie, whenSettled)

const idsOf = (text: string) => text.split("\n").map((line) => ObjectId.make(line))

/** What hooks start instead of the program: a script that does nothing, so that events wait in the queue. */
const idle = Effect.fnUntraced(function* (repository: TemporaryRepository) {
  const script = join(repository.directory, ".git", "nothing")
  yield* repository.write(".git/nothing", "")
  return { node: "/bin/sh", script: Option.some(script) }
})

/** Events that the worker gave up are a defect. */
const givenUp = Effect.fnUntraced(function* (repository: TemporaryRepository) {
  const folder = yield* repository.git(["rev-parse", "--path-format=absolute", "--git-path", "ultragit/failed"])
  const names = yield* Effect.promise(() => readdir(folder).catch(() => []))
  for (const name of names) {
    const reason = yield* Effect.promise(() => readFile(join(folder, name, "reason"), "utf8"))
    return yield* Effect.die(new Error(`the worker gave up ${name}: ${reason}`))
  }
})

/**
 * Hooks as `init` installs them, and the worker run in this process once all is done: as when it starts late. Saves the
 * start of a program for each event.
 */
export const ultragit: Keeping = {
  keeper: "ultragit",
  setUp: Effect.fnUntraced(function* (repository) {
    const wanted = { hooks: true, dryRun: false, include: [], exclude: [] }
    yield* within(repository, Effect.provideService(init(wanted), Program, yield* idle(repository)))
  }),
  say: (repository, commit, given) => Effect.asVoid(within(repository, annotate({ given, commit }))),
  map: Effect.fnUntraced(function* (repository, file) {
    const text = yield* Effect.promise(() => readFile(file, "utf8"))
    const carry = Effect.flatMap(Effect.fromResult(parseMap(text, "sha1")), (pairs) => carryRewrites(pairs, "map"))
    yield* within(repository, carry)
  }),
  squashed: Effect.fnUntraced(function* (repository, commit, range) {
    const sources = idsOf(yield* repository.git(["rev-list", "--reverse", range]))
    yield* within(repository, carryInto(ObjectId.make(commit), { kind: "squash", sources }))
  }),
  settle: Effect.fnUntraced(function* (repository) {
    yield* within(repository, runWorker({ wait: true }))
    yield* givenUp(repository)
  })
}

const program = Effect.fnUntraced(function* (repository: TemporaryRepository, args: ReadonlyArray<string>, stdin = "") {
  const { exitCode, stderr } = yield* run(args, { cwd: repository.directory, stdin })
  if (exitCode !== 0) return yield* Effect.die(new Error(`ultragit ${args.join(" ")} (${exitCode}): ${stderr}`))
})

/** The program as built, set up by its `init` and started by its hooks, which wait for it as they do under `CI`. */
export const installed: Keeping = {
  keeper: "ultragit",
  setUp: (repository) => program(repository, ["init"]),
  say: (repository, commit, note) => program(repository, ["annotate", "--commit", commit], JSON.stringify(note)),
  map: (repository, file) => program(repository, ["rewrite", "--map", file]),
  squashed: (repository, commit, range) =>
    program(repository, ["annotate", "--commit", commit, "--squash-sources", range]),
  settle: Effect.fnUntraced(function* (repository) {
    const queue = yield* repository.git(["rev-parse", "--path-format=absolute", "--git-path", "ultragit/queue"])
    const waiting = yield* Effect.promise(() => readdir(queue).catch(() => []))
    // Git runs no hook for an aborted rebase; events queued until then wait for the next commit.
    if (waiting.length > 0) yield* program(repository, ["hook", "run", "--wait"])
    yield* givenUp(repository)
  })
}
