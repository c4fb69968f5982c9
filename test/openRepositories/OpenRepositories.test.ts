import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Effect, Exit, Fiber, Layer, Scheduler } from "effect"
import { GitDirectory } from "../../src/adapters/git/Git.ts"
import {
  forAllRepositories,
  MaxOpenRepositories,
  OpenRepositories
} from "../../src/openRepositories/OpenRepositories.ts"

/** A service of a repository, with the directory that it was opened for. */
class Opened extends Context.Service<Opened, { readonly directory: string }>()(
  "ultragit/test/openRepositories/OpenRepositories.test/Opened"
) {}

/** A layer that says what is opened and closed. */
const makeOpened = (events: Array<string>) =>
  Layer.effect(
    Opened,
    Effect.gen(function* () {
      const directory = yield* GitDirectory
      const open = Effect.sync(() => void events.push(`open ${directory}`))
      yield* Effect.acquireRelease(open, () => Effect.sync(() => void events.push(`close ${directory}`)))
      const fiber = Effect.onInterrupt(Effect.never, () =>
        Effect.sync(() => void events.push(`interrupt ${directory}`))
      )
      yield* Effect.forkScoped(fiber, { startImmediately: true })
      return { directory }
    })
  )

/** Provides a map of at most so many repositories. */
const atMost = (maxOpen: number) =>
  Effect.provide(Layer.provide(OpenRepositories.layer, Layer.succeed(MaxOpenRepositories)(maxOpen)), { local: true })

const directoryIn = (services: Effect.Effect<Context.Context<Opened>>) =>
  Effect.map(services, (context) => Context.get(context, Opened).directory)

describe("the open repositories", () => {
  it.effect("have services of their own, built once for all layers that share them", () =>
    Effect.gen(function* () {
      const events: Array<string> = []
      const layer = makeOpened(events)
      const repositories = yield* OpenRepositories
      const services = repositories.services(layer)
      const others = repositories.services(Layer.provideMerge(Layer.empty, layer))
      const opened = yield* Effect.forEach(
        ["/a", "/b", "/a", "/x/../a"],
        (at) => directoryIn(Effect.scoped(services(at))),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(yield* directoryIn(Effect.scoped(others("/b"))), "/b")
      assert.deepStrictEqual(opened, ["/a", "/b", "/a", "/a"])
      assert.deepStrictEqual(events, ["open /a", "open /b"])
    }).pipe(atMost(4))
  )

  it.effect("close least recently used first, with all that runs in them", () =>
    Effect.gen(function* () {
      const events: Array<string> = []
      const repositories = yield* OpenRepositories
      const services = repositories.services(makeOpened(events))
      const use = (directory: string) => Effect.scoped(services(directory))
      yield* Effect.forEach(["/a", "/b", "/a", "/c"], use)
      yield* Effect.yieldNow
      assert.deepStrictEqual(yield* repositories.directories, ["/a", "/c"])
      assert.deepStrictEqual(events, ["open /a", "open /b", "interrupt /b", "close /b", "open /c"])
      yield* use("/b")
      assert.deepStrictEqual(yield* repositories.directories, ["/c", "/b"])
    }).pipe(atMost(2))
  )

  it.effect("stay open while in use, also beyond the limit", () =>
    Effect.gen(function* () {
      const events: Array<string> = []
      const repositories = yield* OpenRepositories
      const services = repositories.services(makeOpened(events))
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* repositories.keepOpen("/kept")
          yield* Effect.scoped(services("/kept"))
          yield* Effect.all([services("/a"), services("/b")])
          assert.deepStrictEqual(yield* repositories.directories, ["/kept", "/a", "/b"])
        })
      )
      yield* Effect.yieldNow
      assert.lengthOf(yield* repositories.directories, 1)
    }).pipe(atMost(1))
  )

  it.effect("keep a failure to themselves, and try again at the next use", () =>
    Effect.gen(function* () {
      const failing = new Set(["/a"])
      const layer = Layer.effect(
        Opened,
        Effect.flatMap(GitDirectory, (directory) =>
          failing.delete(directory) ? Effect.fail(`${directory} cannot be opened`) : Effect.succeed({ directory })
        )
      )
      const services = (yield* OpenRepositories).services(layer)
      const open = (directory: string) => Effect.exit(Effect.scoped(services(directory)))
      assert.deepStrictEqual(yield* open("/a"), Exit.fail("/a cannot be opened"))
      assert.isTrue(Exit.isSuccess(yield* open("/b")))
      assert.isTrue(Exit.isSuccess(yield* open("/a")))
    }).pipe(atMost(4))
  )

  it.effect("are built for everyone who waits, also when the first caller is interrupted", () =>
    Effect.gen(function* () {
      const go = yield* Deferred.make<void>()
      const layer = Layer.effect(
        Opened,
        Effect.flatMap(GitDirectory, (directory) => Effect.as(Deferred.await(go), { directory }))
      )
      const services = (yield* OpenRepositories).services(layer)
      const first = yield* Effect.forkChild(Effect.scoped(services("/a")), { startImmediately: true })
      const second = yield* Effect.forkChild(directoryIn(Effect.scoped(services("/a"))), { startImmediately: true })
      yield* Fiber.interrupt(first)
      yield* Deferred.succeed(go, undefined)
      assert.strictEqual(yield* Fiber.join(second), "/a")
    }).pipe(atMost(4))
  )

  it.effect("open for later callers, at whatever step the first one is interrupted", () =>
    Effect.gen(function* () {
      const services = (yield* OpenRepositories).services(makeOpened([]))
      for (let steps = 0; steps < 60; steps += 1) {
        const directory = `/${steps}`
        const stepwise = Effect.provideService(Effect.scoped(services(directory)), Scheduler.MaxOpsBeforeYield, 4)
        const first = yield* Effect.forkChild(stepwise, { startImmediately: true })
        for (let step = 0; step < steps; step += 1) yield* Effect.yieldNow
        yield* Fiber.interrupt(first)
        assert.strictEqual(yield* directoryIn(Effect.scoped(services(directory))), directory)
      }
    }).pipe(atMost(4))
  )

  it.effect("share what is built for all of them, in the context of the map", () =>
    Effect.gen(function* () {
      const events: Array<string> = []
      const services = (yield* OpenRepositories).services(forAllRepositories(makeOpened(events)))
      const opened = yield* Effect.forEach(["/a", "/b", "/c"], (at) => directoryIn(Effect.scoped(services(at))))
      assert.deepStrictEqual(opened, ["/map", "/map", "/map"])
      assert.deepStrictEqual(events, ["open /map"])
    }).pipe(atMost(1), Effect.provideService(GitDirectory, "/map"))
  )
})
