/**
 * Asks es-git over and over in a process of its own, which then ends by itself: `node --expose-gc <this> FOLDER TIMES
 * BYTES` prints by how many bytes the process grew for each call that es-git answers. Where that is more than BYTES, it asks
 * as often again, up to three times: what leaks grows each time, what the engine has not compiled or returned yet does not.
 */
import { Context, Effect, Layer } from "effect"
import process from "node:process"
import { Git } from "../../src/adapters/git/Git.ts"
import type { GitError } from "../../src/adapters/git/GitError.ts"
import type { Handled } from "../../src/adapters/git/esgit/Routing.ts"
import { esGitAt } from "./gitLayer.ts"
import { isolation } from "./runGit.ts"

const [directory = ".", times = "10000", bound = "0"] = process.argv.slice(2)

const collect = Effect.sync(() => globalThis.gc?.())
const resident = Effect.andThen(
  collect,
  Effect.sync(() => process.memoryUsage().rss)
)

const growth = Effect.fnUntraced(function* <A, E>(ask: Effect.Effect<A, E>, count: number) {
  yield* Effect.repeat(ask, { times: Math.ceil(count / 5) })
  const grow = Effect.gen(function* () {
    const before = yield* resident
    yield* Effect.repeat(ask, { times: count })
    return (yield* resident) - before
  })
  return yield* Effect.repeat(grow, { times: 2, until: (bytes) => bytes < Number(bound) })
})

const main = Effect.gen(function* () {
  const git = Context.get(yield* Layer.build(esGitAt(directory, isolation)), Git)
  const calls: { readonly [Call in Handled]: Effect.Effect<unknown, GitError> } = {
    resolveCommit: git.resolveCommit("HEAD"),
    resolveRef: git.resolveRef("refs/notes/ultragit")
  }
  const grown: Record<string, number> = {}
  for (const [name, ask] of Object.entries(calls)) grown[name] = yield* growth(ask, Number(times))
  process.stdout.write(`${JSON.stringify(grown)}\n`)
}).pipe(Effect.scoped)

await Effect.runPromise(main)
