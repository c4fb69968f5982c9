import { Clock, Effect, Option, type PlatformError } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { type PrivateFiles, privateFiles } from "../../adapters/git/PrivateFiles.ts"
import { AnnotateError, FileFailed } from "./AnnotateError.ts"
import { formatTimestamp } from "../../domain/Instant.ts"
import { checkTexts } from "./checkTexts.ts"
import { decodeFacts, encodeFacts, type Facts } from "./Facts.ts"

/** Largest context file, in bytes. */
const maxBytes = 1024 * 1024

const contextName = "context.json"

/** The private files of the work tree. */
export const ownFiles = Effect.map(
  Effect.flatMap(Git, (git) => git.repository),
  ({ gitDirectory }) => privateFiles(gitDirectory)
)

/** The system's own words (`EROFS: read-only file system`), less the path, which is told already. */
const wordsOf = ({ reason }: PlatformError.PlatformError): string =>
  reason.description?.replace(/, \w+ '.*$/s, "") ?? reason._tag

const failed = (action: FileFailed["action"], file: string) => (error: PlatformError.PlatformError) =>
  new AnnotateError({ reason: new FileFailed({ action, file, detail: wordsOf(error) }) })

/** Writes a private file as a whole or not at all, for nobody else to read. */
export const writePrivately = Effect.fnUntraced(function* (files: PrivateFiles, name: string, text: string) {
  yield* Effect.mapError(files.write(name, text, 0o600), failed("write", files.pathOf(name)))
})

/** Leaves facts for the next commit, in place of those that were left. Fails with `SecretsFound` and `TextsRefused`. */
export const setContext = Effect.fn("Authoring.setContext")(function* (facts: Facts) {
  yield* checkTexts(facts, { allowSecret: facts.allow_secret })
  const set_at = formatTimestamp(yield* Clock.currentTimeMillis)
  const kept: Facts = { ...facts, set_at }
  yield* writePrivately(yield* ownFiles, contextName, encodeFacts(kept))
  return kept
})

/** The facts left for the next commit, none where there are none. Fails with `FactsMalformed`. */
export const readContext = Effect.gen(function* () {
  const files = yield* ownFiles
  const file = files.pathOf(contextName)
  const text = yield* Effect.mapError(files.readText(contextName, maxBytes), failed("read", file))
  return Option.isNone(text) ? Option.none<Facts>() : Option.some(yield* decodeFacts(text.value, file))
})

/** Takes the facts away; whether there were any. */
export const clearContext = Effect.gen(function* () {
  const files = yield* ownFiles
  const remove = Effect.flatMap(Effect.map(files.stat(contextName), Option.isSome), (found) =>
    Effect.as(files.remove(contextName), found)
  )
  return yield* Effect.mapError(remove, failed("remove", files.pathOf(contextName)))
})
