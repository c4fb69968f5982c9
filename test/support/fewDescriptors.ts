/**
 * Looks for repositories below the root in its argument three times: while no file can be opened, after that, and while none can
 * be opened again. Prints what was found each time. To be run with a low limit of open files.
 */
import { closeSync, openSync } from "node:fs"
import process, { argv } from "node:process"
import { Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import { makeFindRepositories } from "../../src/repositoryHost/local/findRepositories.ts"

const [, , root = ""] = argv

/** Opens files until none can be opened. */
const useUp = (): ReadonlyArray<number> => {
  const opened: Array<number> = []
  for (;;) {
    const next = Result.try(() => openSync("/dev/null", "r"))
    if (Result.isFailure(next)) return opened
    opened.push(next.success)
  }
}

const main = Effect.gen(function* () {
  // Long after the folders were made, so that what is read of them may be kept.
  yield* TestClock.setTime(4_000_000_000_000)
  const find = makeFindRepositories(root)
  const names = Effect.map(find, ({ broken, repositories }) => [...repositories, ...broken].map(({ name }) => name))
  const opened = useUp()
  const without = yield* names
  for (const each of opened) closeSync(each)
  const withSome = yield* names
  const again = useUp()
  const kept = yield* names
  for (const each of again) closeSync(each)
  return { without, withSome, kept, isUsedUp: opened.length > 0 }
})

const found = await Effect.runPromise(main.pipe(Effect.provide(TestClock.layer())))
process.stdout.write(JSON.stringify(found))
