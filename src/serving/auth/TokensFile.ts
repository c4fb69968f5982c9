import { constants, type Stats } from "node:fs"
import { mkdir } from "node:fs/promises"
import { dirname } from "node:path"
import process from "node:process"
import { Effect, type PlatformError, Result, Schema, SchemaIssue } from "effect"
import { openRegularFile, replaceFile, statPath, tryFileCall } from "../../adapters/git/RegularFile.ts"
import { scopes } from "../../domain/Principal.ts"
import { waitForLock } from "../../store/database/waitForLock.ts"
import { TokensError, TokensFileInvalid, TokensFileUnsafe, TokensFileUnusable } from "./TokensError.ts"

const Name = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9][A-Za-z0-9._@+-]{0,99}$/))

/** A token as it is stored. */
const StoredToken = Schema.Struct({
  name: Name,
  /** SHA-256 of the token, in hex. */
  sha256: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/)),
  repositories: Schema.Array(Schema.String),
  scopes: Schema.Array(Schema.Literals(scopes)),
  expires: Schema.String.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/))
})
export type StoredToken = typeof StoredToken.Type

const Content = Schema.Struct({ tokens: Schema.Array(StoredToken) })

const decode = Schema.decodeUnknownResult(Schema.fromJsonString(Content), { onExcessProperty: "error" })
const encode = Schema.encodeSync(Content)
const format = SchemaIssue.makeFormatterDefault()
const maxBytes = 4 * 1024 * 1024

/** Whether a name can be a token's. */
export const isTokenName = Schema.is(Name)

const unusable = (file: string) => (error: PlatformError.PlatformError) =>
  new TokensError({ reason: new TokensFileUnusable({ file, detail: error.reason.description ?? error.message }) })

const findProblem = ({ mode, size, uid }: Stats): string | undefined => {
  if (size > maxBytes) return "is too large"
  if (process.platform === "win32") return undefined
  if (uid !== process.getuid?.()) return "belongs to another user"
  const bits = mode & 0o777
  return (bits & 0o177) === 0 ? undefined : `has mode ${bits.toString(8)}`
}

/** Reads the tokens; none if there is no file. Fails if others could read or change it, or it is not valid. */
export const readTokens = Effect.fnUntraced(function* (file: string) {
  const nothing: ReadonlyArray<StoredToken> = []
  const found = yield* Effect.mapError(statPath("read", file), unusable(file))
  if (found === undefined) return nothing
  if (!found.isFile()) {
    const problem = found.isSymbolicLink() ? "is a symbolic link" : "is no regular file"
    return yield* new TokensError({ reason: new TokensFileUnsafe({ file, problem }) })
  }
  const { handle, stat } = yield* Effect.mapError(openRegularFile("read", file, constants.O_RDONLY), unusable(file))
  const problem = findProblem(stat)
  if (problem !== undefined) return yield* new TokensError({ reason: new TokensFileUnsafe({ file, problem }) })
  const text = yield* Effect.mapError(
    tryFileCall("read", file, () => handle.readFile("utf8")),
    unusable(file)
  )
  const content = decode(text)
  return Result.isSuccess(content)
    ? content.success.tokens
    : yield* new TokensError({ reason: new TokensFileInvalid({ file, detail: format(content.failure.issue) }) })
}, Effect.scoped)

const busy = (file: string) =>
  new TokensError({
    reason: new TokensFileUnusable({ file, detail: "another process has been changing it for 10 seconds" })
  })

/** Does one change of the tokens at a time. Creates the folder of the file for the user alone. */
export const whileNoOtherChanges = Effect.fnUntraced(function* <A, E>(
  file: string,
  change: Effect.Effect<A, E | TokensError>
) {
  yield* tryFileCall("write", file, () => mkdir(dirname(file), { recursive: true, mode: 0o700 })).pipe(
    Effect.mapError(unusable(file))
  )
  const isHeld = yield* waitForLock(`${file}.lock`, "10 seconds", Effect.void).pipe(
    Effect.mapError(({ message }) => new TokensError({ reason: new TokensFileUnusable({ file, detail: message }) }))
  )
  return yield* isHeld ? change : busy(file)
}, Effect.scoped)

/** Replaces the tokens, atomically. Creates the file for the user alone. */
export const writeTokens = Effect.fnUntraced(
  function* (file: string, tokens: ReadonlyArray<StoredToken>) {
    yield* replaceFile(file, `${JSON.stringify(encode({ tokens }), undefined, 2)}\n`, { mode: 0o600 })
  },
  (effect, file) => Effect.mapError(effect, unusable(file))
)

/** What changes when the file does; undefined without a file. */
export const fingerprint = (file: string): Effect.Effect<string | undefined> =>
  statPath("read", file).pipe(
    Effect.map((stat) => stat && [stat.dev, stat.ino, stat.size, stat.mode, stat.mtimeMs, stat.ctimeMs].join(" ")),
    Effect.orElseSucceed(() => undefined)
  )
