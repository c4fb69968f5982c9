import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Scheduler } from "effect"
import { env } from "node:process"
import { makeFairSemaphore } from "../../../../src/adapters/git/process/FairSemaphore.ts"
import { GitCaller } from "../../../../src/adapters/git/GitCaller.ts"
import { CurrentPrincipal, type Principal } from "../../../../src/domain/Principal.ts"
import { makeGitRunner } from "../../../../src/adapters/git/process/GitRunner.ts"

/** Callers that submit work to a pool. Records what starts; the test decides when it ends. */
const makeStage = (places: number) => {
  const share = makeFairSemaphore(places)
  const started: Array<string> = []
  const ends = new Map<string, Deferred.Deferred<void>>()
  const work = Effect.fnUntraced(function* (name: string) {
    const end = Deferred.makeUnsafe<void>()
    ends.set(name, end)
    started.push(name)
    yield* Deferred.await(end)
  })
  const ask = (caller: object, names: ReadonlyArray<string>, principal?: Principal) =>
    Effect.forEach(names, (name) =>
      Effect.forkChild(
        share(work(name)).pipe(
          Effect.provideService(GitCaller, caller),
          Effect.provideService(CurrentPrincipal, principal)
        ),
        { startImmediately: true }
      )
    )
  const end = Effect.fnUntraced(function* (name: string) {
    const running = ends.get(name)
    if (running !== undefined) yield* Deferred.succeed(running, undefined)
    for (let turn = 0; turn < 5; turn += 1) yield* Effect.yieldNow
  })
  return { ask, end, started }
}

describe("permits of a fair semaphore", () => {
  it.effect("go to a later caller before the remaining work of a busy one", () =>
    Effect.gen(function* () {
      const { ask, end, started } = makeStage(2)
      yield* ask({}, ["a1", "a2", "a3", "a4", "a5"])
      yield* ask({}, ["b1"])
      yield* ask({}, ["c1", "c2"])
      assert.deepStrictEqual(started, ["a1", "a2"])
      for (const name of ["a1", "a2", "b1", "c1"]) yield* end(name)
      assert.deepStrictEqual(started, ["a1", "a2", "b1", "c1", "a3", "c2"])
    })
  )

  it.effect("alternate between several busy callers", () =>
    Effect.gen(function* () {
      const { ask, end, started } = makeStage(1)
      yield* ask({}, ["a1", "a2", "a3"])
      yield* ask({}, ["b1", "b2", "b3"])
      for (const name of ["a1", "b1", "a2", "b2", "a3"]) yield* end(name)
      assert.deepStrictEqual(started, ["a1", "b1", "a2", "b2", "a3", "b3"])
    })
  )

  it.effect("go to a principal with one call before the other calls of a busy one, and then to calls in turn", () =>
    Effect.gen(function* () {
      const { ask, end, started } = makeStage(2)
      const [ann, bob] = ["ann", "bob"].map((name): Principal => ({ name, repositories: ["*"], scopes: ["read"] }))
      for (const name of ["a", "b", "c", "d"]) yield* ask({}, [`${name}1`], ann)
      yield* ask({}, ["x1", "x2", "x3"], bob)
      yield* ask({}, ["local"])
      for (const name of ["a1", "b1", "x1", "local", "c1", "x2"]) yield* end(name)
      assert.deepStrictEqual(started, ["a1", "b1", "x1", "local", "c1", "x2", "d1", "x3"])
    })
  )

  it.effect("are released by interrupted effects, waiting or running", () =>
    Effect.gen(function* () {
      const { ask, end, started } = makeStage(1)
      const [running, waiting] = yield* ask({}, ["a1", "a2", "a3"])
      if (waiting !== undefined) yield* Fiber.interrupt(waiting)
      if (running !== undefined) yield* Fiber.interrupt(running)
      yield* end("")
      assert.deepStrictEqual(started, ["a1", "a3"])
    })
  )

  it.effect("are released after a failure", () =>
    Effect.gen(function* () {
      const share = makeFairSemaphore(1)
      assert.isTrue(Exit.isFailure(yield* Effect.exit(share(Effect.fail("no")))))
      assert.strictEqual(yield* share(Effect.succeed(1)), 1)
    })
  )
})

/** Lets a fiber do a step or two, and then others for two milliseconds. */
class Halting extends Scheduler.MixedScheduler {
  constructor() {
    super("async", (task) => {
      const timer = setTimeout(task, 2)
      return () => clearTimeout(timer)
    })
  }
  override shouldYield(fiber: Fiber.Fiber<unknown, unknown>): boolean {
    return fiber.currentOpCount % 3 === 0
  }
}

describe("a git process in a busy server", () => {
  it.live("keeps output written before a handler is attached", () =>
    Effect.gen(function* () {
      const runner = yield* makeGitRunner({ PATH: env["PATH"] ?? "" })
      const { stdout } = yield* runner.collect({ name: "version", args: ["version"] })
      assert.match(stdout.toString(), /^git version \d/)
    }).pipe(Effect.provideService(Scheduler.Scheduler, new Halting()))
  )
})
