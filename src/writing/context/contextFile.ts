import { Clock, Effect, FileSystem, Option, Path, type PlatformError, Random } from "effect"
import { Git, type Repository } from "../../adapters/git/Git.ts"
import { AnnotateError, FileFailed } from "./AnnotateError.ts"
import { timestampAt } from "../../domain/Instant.ts"
import { checkTexts } from "./checkTexts.ts"
import { decodeFacts, encodeFacts, type Facts } from "./Facts.ts"

/** Largest context file, in bytes. */
const maxBytes = 1024 * 1024

/** Absolute path of the private folder of a work tree's git directory. */
export const privateFolder = (repository: Repository, path: Path.Path): string =>
  path.join(repository.gitDirectory, "ultragit")

/** Absolute path of the facts left for the next commit of a work tree. */
export const contextFile = (repository: Repository, path: Path.Path): string =>
  path.join(privateFolder(repository, path), "context.json")

/** The system's own words (`EROFS: read-only file system`), less the path, which is told already. */
const wordsOf = ({ reason }: PlatformError.PlatformError): string => reason.description?.split(",", 1)[0] ?? reason._tag

const failed = (action: FileFailed["action"], file: string) => (error: PlatformError.PlatformError) =>
  new AnnotateError({ reason: new FileFailed({ action, file, detail: wordsOf(error) }) })

const whereItIs = Effect.gen(function* () {
  const git = yield* Git
  return contextFile(yield* git.repository, yield* Path.Path)
})

/** Writes a private file as a whole or not at all: for nobody else to read, renamed into its place. */
export const writePrivately = Effect.fnUntraced(function* (file: string, text: string) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const number = yield* Random.nextIntBetween(0, 2 ** 32, { halfOpen: true })
  const temporary = `${file}.${number.toString(36)}`
  yield* files.makeDirectory(path.dirname(file), { recursive: true }).pipe(
    Effect.andThen(files.writeFileString(temporary, text, { mode: 0o600 })),
    Effect.andThen(files.rename(temporary, file)),
    Effect.onError(() => Effect.ignore(files.remove(temporary, { force: true }))),
    Effect.mapError(failed("write", file))
  )
})

/** Leaves facts for the next commit, in place of those that were left. Fails with `SecretsFound` and `TextsRefused`. */
export const setContext = Effect.fn("Authoring.setContext")(function* (facts: Facts) {
  yield* checkTexts(facts, { allowSecret: facts.allow_secret })
  const set_at = timestampAt(yield* Clock.currentTimeMillis)
  const kept: Facts = { ...facts, set_at }
  yield* writePrivately(yield* whereItIs, encodeFacts(kept))
  return kept
})

/** The facts left for the next commit, none where there are none. Fails with `FactsMalformed`. */
export const readContext = Effect.gen(function* () {
  const files = yield* FileSystem.FileSystem
  const file = yield* whereItIs
  if (!(yield* Effect.orElseSucceed(files.exists(file), () => false))) return Option.none<Facts>()
  const { size } = yield* Effect.mapError(files.stat(file), failed("read", file))
  if (size > maxBytes) {
    const reason = new FileFailed({ action: "read", file, detail: `more than ${maxBytes} bytes` })
    return yield* new AnnotateError({ reason })
  }
  const text = yield* Effect.mapError(files.readFileString(file), failed("read", file))
  return Option.some(yield* decodeFacts(text, file))
})

/** Takes the facts away; whether there were any. */
export const clearContext = Effect.gen(function* () {
  const files = yield* FileSystem.FileSystem
  const file = yield* whereItIs
  const found = yield* Effect.orElseSucceed(files.exists(file), () => false)
  yield* Effect.mapError(files.remove(file, { force: true }), failed("remove", file))
  return found
})
