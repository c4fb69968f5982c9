/**
 * Asks for the principal of a token while its file cannot be read, just after that, and a second later, and prints the answers. To be
 * run with a low limit of open files, with the path of a file of tokens.
 */
import process, { argv } from "node:process"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { tokenAuthenticator } from "../../src/serving/auth/tokenAuthenticator.ts"
import { addToken } from "../../src/serving/auth/tokens.ts"
import { useUpDescriptors } from "./useUpDescriptors.ts"

const [, , file = ""] = argv

const main = Effect.gen(function* () {
  const { authenticate } = yield* tokenAuthenticator(file)
  const { token } = yield* addToken(file, { name: "ann", repositories: [], scopes: ["read"], validMillis: 60_000 })
  const nameOf = Effect.map(authenticate(token, ""), (found) => ("_tag" in found ? found._tag : found.name))
  const opened = useUpDescriptors()
  const without = yield* nameOf
  opened.close()
  const soon = yield* nameOf
  yield* TestClock.adjust("1 second")
  return { without, soon, later: yield* nameOf, isUsedUp: opened.count > 0 }
})

const found = await Effect.runPromise(main.pipe(Effect.provide(TestClock.layer())))
process.stdout.write(JSON.stringify(found))
