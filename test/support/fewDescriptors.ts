/**
 * Looks for repositories below the root in its argument three times: while no file can be opened, after that, and while none can
 * be opened again. Prints what was found each time. To be run with a low limit of open files.
 */
import process, { argv } from "node:process"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { makeFindRepositories } from "../../src/repositoryHost/local/findRepositories.ts"
import { useUpDescriptors } from "./useUpDescriptors.ts"

const [, , root = ""] = argv

const main = Effect.gen(function* () {
  // Long after the folders were made, so that what is read of them may be kept.
  yield* TestClock.setTime(4_000_000_000_000)
  const find = makeFindRepositories(root)
  const names = Effect.map(find, ({ broken, repositories }) => [...repositories, ...broken].map(({ name }) => name))
  const opened = useUpDescriptors()
  const without = yield* names
  opened.close()
  const withSome = yield* names
  const again = useUpDescriptors()
  const kept = yield* names
  again.close()
  return { without, withSome, kept, isUsedUp: opened.count > 0 }
})

const found = await Effect.runPromise(main.pipe(Effect.provide(TestClock.layer())))
process.stdout.write(JSON.stringify(found))
