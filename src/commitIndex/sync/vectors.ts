import { Array as Arrays, Effect, Layer, Option, Result } from "effect"
import { makePathFilter } from "../../config/PathFilter.ts"
import { maskSecrets } from "../../domain/Masking.ts"
import { secretFileGlobs } from "../../domain/Secrets.ts"
import { Embeddings } from "../../adapters/llm/Embeddings.ts"
import type { LanguageModelError } from "../../adapters/llm/LanguageModelError.ts"
import type { Database } from "../../adapters/sql/Database.ts"
import type { Connection } from "../../adapters/sql/Connection.ts"
import type { SqlError } from "../../adapters/sql/SqlError.ts"
import { truncateText, commitText, maxEmbeddingChars } from "../model/commitText.ts"
import { EmbeddingFailed, IndexingError } from "../model/IndexingError.ts"
import { extractChangedLines } from "../model/patchText.ts"
import { readPatch } from "../store/readCommits.ts"
import {
  hasVectors,
  removeVectors,
  type VectorSpace,
  listWithOtherDimension,
  listWithoutVector,
  writeVector
} from "../store/vectors.ts"
import { readCommitFields } from "../store/words.ts"
import type { Embedded } from "../model/SyncOutcome.ts"
import { SyncProgress } from "./Progress.ts"

/** Texts in one request, and requests at once. */
const inRequest = 32
const atOnce = 4
const removedAtOnce = 500
/** Characters of a text that is left of one that was refused: many a model takes no more than 256 tokens. */
const shortest = 500
/** What every endpoint makes a vector of that makes any. */
const plainText = "commit"

/** The repository whose vectors are made. */
interface Where {
  readonly database: Database
  readonly repository: number
}

interface Text {
  readonly id: number
  readonly text: string
}

/** What became of a text; no vector: the endpoint makes none of it. */
interface Made {
  readonly id: number
  readonly vector: Float32Array | undefined
}

const isSecret = makePathFilter([], secretFileGlobs)
const holdsSecrets = (path: string): boolean => Option.isSome(isSecret(path))

/** What is sent of a commit: nothing of files that hold secrets, no line that looks like one. */
const textOf = (connection: Connection, id: number): Text => {
  const lines = readPatch(connection, id)
    .filter(({ path }) => !holdsSecrets(path))
    .flatMap(extractChangedLines)
  const said = readCommitFields(connection, id)
  const text = said === undefined ? "" : maskSecrets(commitText({ ...said, paths: said.paths.toSorted(), lines }))
  return { id, text: text.trim() === "" ? plainText : text }
}

/** What may be the fault of a text. Some endpoints say of one that is too long that they are broken. */
const mayBeText = ({ reason }: LanguageModelError): boolean =>
  reason._tag === "RequestRejected" || reason._tag === "AnswerMalformed" || reason._tag === "Unavailable"

/**
 * How the endpoint is asked. Where it does not take some texts together each is asked for alone, then only its beginning;
 * where it takes that, texts after it are cut too. Where it makes a vector of a plain word and none of that beginning,
 * the text has none; else the endpoint itself is at fault, and its failure is told.
 */
const makeAsking = Effect.map(Embeddings, ({ model, embedTexts: vectors }) => {
  let longest = maxEmbeddingChars
  const cut = (text: string) => truncateText(text, longest)

  const shortened = Effect.fnUntraced(function* (text: string) {
    const found = yield* vectors([truncateText(text, shortest)])
    longest = Math.max(shortest, Math.min(longest, Math.floor(text.length / 2)))
    return found
  })

  const alone = Effect.fnUntraced(function* ({ id, text }: Text) {
    const whole = cut(text)
    const [vector] = yield* vectors([whole]).pipe(
      Effect.catchIf(
        (error) => mayBeText(error) && whole.length > shortest,
        () => shortened(whole)
      ),
      Effect.catchIf(mayBeText, () => Effect.as(vectors([plainText]), []))
    )
    const made: Made = { id, vector }
    return made
  })

  const together = Effect.fnUntraced(function* (texts: ReadonlyArray<Text>) {
    const all = yield* vectors(texts.map(({ text }) => cut(text)))
    return texts.map(({ id }, place): Made => ({ id, vector: all[place] }))
  })

  const ask = (texts: ReadonlyArray<Text>) =>
    Effect.catchIf(together(texts), mayBeText, () => Effect.andThen(vectors([plainText]), Effect.forEach(texts, alone)))
  return { model, ask }
})
type Asking = Effect.Success<typeof makeAsking>

/** Makes the vectors of these commits, some at a time, each of which stays whatever becomes of the others. */
const makeVectors = Effect.fnUntraced(function* (
  { database, repository }: Where,
  { asking: { ask, model }, name }: { readonly name: string; readonly asking: Asking },
  ids: ReadonlyArray<number>
) {
  const space: VectorSpace = { repository, model }
  const tell = yield* SyncProgress
  let done = 0
  const write = Effect.fnUntraced(function* (chunk: ReadonlyArray<number>) {
    const texts = database.use((connection) => chunk.map((id) => textOf(connection, id)))
    const made = yield* ask(yield* Effect.fromResult(texts))
    const written = database.transact((connection) => {
      for (const { id, vector } of made) writeVector(connection, space, id, vector)
    })
    yield* Effect.fromResult(written)
    done += chunk.length
    yield* tell({ repository: name, stage: "vectors", done, all: ids.length })
    return made.map(({ vector }) => vector?.length)
  })
  // What others were answered when one fails is kept; nothing more is asked.
  let failure: LanguageModelError | SqlError | undefined
  const each = Effect.fnUntraced(function* (chunk: ReadonlyArray<number>) {
    if (failure !== undefined) return []
    const written = yield* Effect.result(write(chunk))
    if (Result.isSuccess(written)) return written.success
    failure ??= written.failure
    return []
  })
  const all = yield* Effect.forEach(Arrays.chunksOf(ids, inRequest), each, { concurrency: atOnce })
  if (failure !== undefined) return yield* failure
  return all.flat()
})

/** With the endpoint as it is configured now. */
const within = <A>(work: Effect.Effect<A, SqlError | LanguageModelError, Embeddings>) =>
  Effect.flatMap(Layer.build(Embeddings.layer), (context) => Effect.provideContext(work, context)).pipe(
    Effect.catchTag("LanguageModelError", (error) => Effect.fail(failed(error))),
    Effect.scoped
  )

/** Nothing of what was indexed depends on them, and so their failure is told as one of their own. */
const failed = ({ hint, message }: LanguageModelError) =>
  new IndexingError({ reason: new EmbeddingFailed({ detail: message, remedy: hint }) })

/**
 * Makes the vectors that the commits of a repository lack: of new ones, and of all when the model is another, or makes
 * vectors of another dimension. Fails with `EmbeddingFailed`; what was made until then stays.
 */
export const syncVectors = Effect.fn("Sync.vectors")(function* (index: Where, name: string) {
  const asking = yield* makeAsking
  const { database, repository } = index
  const space: VectorSpace = { repository, model: asking.model }
  const missing = yield* Effect.fromResult(database.use((connection) => listWithoutVector(connection, space)))
  const first = yield* makeVectors(index, { asking, name }, missing)
  const dimension = first.find((length) => length !== undefined)
  const others =
    dimension === undefined
      ? []
      : yield* Effect.fromResult(database.use((connection) => listWithOtherDimension(connection, space, dimension)))
  const lengths = [...first, ...(yield* makeVectors(index, { asking, name }, others))]
  const refused = lengths.filter((length) => length === undefined).length
  const embedded: Embedded = { made: lengths.length - refused, refused }
  return embedded
}, within)

/** Takes out the vectors of a repository, some at a time, so that others may write between. */
export const removeAllVectors = Effect.fnUntraced(function* ({ database, repository }: Where) {
  let hasMore = yield* Effect.fromResult(database.use((connection) => hasVectors(connection, repository)))
  while (hasMore) {
    hasMore = yield* Effect.fromResult(
      database.transact((connection) => removeVectors(connection, repository, removedAtOnce))
    )
    yield* Effect.yieldNow
  }
})
