import { Clock, Effect, Option, type PlatformError } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { type PrivateFiles, privateFiles } from "../../adapters/git/PrivateFiles.ts"
import { AnnotateError, FileFailed } from "./AnnotateError.ts"
import { formatTimestamp } from "../../domain/Instant.ts"
import { checkTexts } from "./checkTexts.ts"
import { decodeContext, encodeContext, type CommitContext } from "./CommitContext.ts"

/** Maximum size of a context file. */
const maxBytes = 1024 * 1024

const contextName = "context.json"

/** The private files of the work tree. */
export const workTreeFiles = Effect.map(
  Effect.flatMap(Git, (git) => git.repository),
  ({ gitDirectory }) => privateFiles(gitDirectory)
)

/** Returns the message of the operating system (`EROFS: read-only file system`), without the path. */
const systemMessage = ({ reason }: PlatformError.PlatformError): string =>
  reason.description?.replace(/, \w+ '.*$/s, "") ?? reason._tag

const failed = (action: FileFailed["action"], file: string) => (error: PlatformError.PlatformError) =>
  new AnnotateError({ reason: new FileFailed({ action, file, detail: systemMessage(error) }) })

/** Writes a private file atomically, readable only by its owner. */
export const writePrivately = Effect.fnUntraced(function* (files: PrivateFiles, name: string, text: string) {
  yield* Effect.mapError(files.write(name, text, 0o600), failed("write", files.pathOf(name)))
})

/** Sets the context of the next commit, replacing an earlier one. Fails with `SecretsFound` and `TextsRefused`. */
export const setContext = Effect.fn("Authoring.setContext")(function* (given: CommitContext) {
  yield* checkTexts(given, { allowSecret: given.allow_secret })
  const set_at = formatTimestamp(yield* Clock.currentTimeMillis)
  const context: CommitContext = { ...given, set_at }
  yield* writePrivately(yield* workTreeFiles, contextName, encodeContext(context))
  return context
})

/** Reads the context of the next commit; none if there is none. Fails with `ContextMalformed`. */
export const readContext = Effect.gen(function* () {
  const files = yield* workTreeFiles
  const file = files.pathOf(contextName)
  const text = yield* Effect.mapError(files.readText(contextName, maxBytes), failed("read", file))
  return Option.isNone(text) ? Option.none<CommitContext>() : Option.some(yield* decodeContext(text.value, file))
})

/** Removes the context of the next commit. Returns whether there was one. */
export const clearContext = Effect.gen(function* () {
  const files = yield* workTreeFiles
  const remove = Effect.flatMap(Effect.map(files.stat(contextName), Option.isSome), (found) =>
    Effect.as(files.remove(contextName), found)
  )
  return yield* Effect.mapError(remove, failed("remove", files.pathOf(contextName)))
})
