import { Array as Arrays, Effect, Layer, Option, Result } from "effect"
import { makePathFilter } from "../../config/PathFilter.ts"
import { secretFileGlobs } from "../../domain/Secrets.ts"
import { Embeddings } from "../../adapters/llm/Embeddings.ts"
import type { LanguageModelError } from "../../adapters/llm/LanguageModelError.ts"
import type { Database } from "../../adapters/sql/Database.ts"
import type { Connection } from "../../adapters/sql/Connection.ts"
import type { SqlError } from "../../adapters/sql/SqlError.ts"
import { repeatTransaction } from "../../store/database/repeatTransaction.ts"
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

/** Texts per request, concurrent requests, and vectors per removal transaction. */
const textsPerRequest = 32
const maxRequests = 4
const vectorsPerRemoval = 500
/** Length to which a rejected text is truncated, in characters: many models accept no more than 256 tokens. */
const minTextChars = 500
/** A text that every working endpoint accepts. */
const plainText = "commit"

/** The repository to make vectors for. */
interface VectorTarget {
  readonly database: Database
  readonly repository: number
}

interface CommitText {
  readonly id: number
  readonly text: string
}

/** Result for one text; no vector means that the endpoint rejects the text. */
interface EmbeddedText {
  readonly id: number
  readonly vector: Float32Array | undefined
}

const isSecret = makePathFilter([], secretFileGlobs)
const holdsSecrets = (path: string): boolean => Option.isSome(isSecret(path))

/** Builds the text to send for a commit, without secret files and with secrets masked. */
const buildText = (connection: Connection, id: number): CommitText => {
  const lines = readPatch(connection, id)
    .filter(({ path }) => !holdsSecrets(path))
    .flatMap(extractChangedLines)
  const fields = readCommitFields(connection, id)
  const text = fields === undefined ? "" : commitText({ ...fields, paths: fields.paths.toSorted(), lines })
  return { id, text: text.trim() === "" ? plainText : text }
}

/** Whether a failure may be caused by a text. Some endpoints report a text that is too long as a server error. */
const mayBeTextFault = ({ reason }: LanguageModelError): boolean =>
  reason._tag === "RequestRejected" || reason._tag === "AnswerMalformed" || reason._tag === "Unavailable"

/**
 * Makes an embedder. If the endpoint rejects a request, sends each text alone, then truncated; if truncation helps, later
 * texts are truncated too. If the endpoint accepts a plain word but not the truncated text, the text gets no vector.
 * Otherwise the endpoint is at fault, and its failure is returned.
 */
const makeEmbedder = Effect.map(Embeddings, ({ model, embedTexts }) => {
  let maxTextChars = maxEmbeddingChars
  const cut = (text: string) => truncateText(text, maxTextChars)

  const shortened = Effect.fnUntraced(function* (text: string) {
    const found = yield* embedTexts([truncateText(text, minTextChars)])
    maxTextChars = Math.max(minTextChars, Math.min(maxTextChars, Math.floor(text.length / 2)))
    return found
  })

  const embedOne = Effect.fnUntraced(function* ({ id, text }: CommitText) {
    const whole = cut(text)
    const [vector] = yield* embedTexts([whole]).pipe(
      Effect.catchIf(
        (error) => mayBeTextFault(error) && whole.length > minTextChars,
        () => shortened(whole)
      ),
      Effect.catchIf(mayBeTextFault, () => Effect.as(embedTexts([plainText]), []))
    )
    const made: EmbeddedText = { id, vector }
    return made
  })

  const embedTogether = Effect.fnUntraced(function* (texts: ReadonlyArray<CommitText>) {
    const all = yield* embedTexts(texts.map(({ text }) => cut(text)))
    return texts.map(({ id }, place): EmbeddedText => ({ id, vector: all[place] }))
  })

  const embed = (texts: ReadonlyArray<CommitText>) =>
    Effect.catchIf(embedTogether(texts), mayBeTextFault, () =>
      Effect.andThen(embedTexts([plainText]), Effect.forEach(texts, embedOne))
    )
  return { model, embed }
})
type Embedder = Effect.Success<typeof makeEmbedder>

/** Makes and stores vectors in chunks. Completed chunks stay even if others fail. */
const makeVectors = Effect.fnUntraced(function* (
  { database, repository }: VectorTarget,
  { embedder: { embed, model }, name }: { readonly name: string; readonly embedder: Embedder },
  ids: ReadonlyArray<number>
) {
  const space: VectorSpace = { repository, model }
  const report = yield* SyncProgress
  let done = 0
  const write = Effect.fnUntraced(function* (chunk: ReadonlyArray<number>) {
    const texts = database.use((connection) => chunk.map((id) => buildText(connection, id)))
    const made = yield* embed(yield* Effect.fromResult(texts))
    const written = database.transact((connection) => {
      for (const { id, vector } of made) writeVector(connection, space, id, vector)
    })
    yield* Effect.fromResult(written)
    done += chunk.length
    yield* report({ repository: name, stage: "vectors", done, all: ids.length })
    return made.map(({ vector }) => vector?.length)
  })
  // After a failure, running requests may finish, but no new ones start.
  let failure: LanguageModelError | SqlError | undefined
  const each = Effect.fnUntraced(function* (chunk: ReadonlyArray<number>) {
    if (failure !== undefined) return []
    const written = yield* Effect.result(write(chunk))
    if (Result.isSuccess(written)) return written.success
    failure ??= written.failure
    return []
  })
  const all = yield* Effect.forEach(Arrays.chunksOf(ids, textsPerRequest), each, { concurrency: maxRequests })
  if (failure !== undefined) return yield* failure
  return all.flat()
})

/** Provides the currently configured endpoint. */
const withEmbeddings = <A>(work: Effect.Effect<A, SqlError | LanguageModelError, Embeddings>) =>
  Effect.flatMap(Layer.build(Embeddings.layer), (context) => Effect.provideContext(work, context)).pipe(
    Effect.catchTag("LanguageModelError", (error) => Effect.fail(toIndexingError(error))),
    Effect.scoped
  )

/** Reports an endpoint failure separately, because everything else is indexed. */
const toIndexingError = ({ hint, message }: LanguageModelError) =>
  new IndexingError({ reason: new EmbeddingFailed({ detail: message, remedy: hint }) })

/**
 * Makes the missing vectors of a repository: for new commits, and for all if the model or its dimension changed. Fails with
 * `EmbeddingFailed`; vectors made before the failure stay.
 */
export const syncVectors = Effect.fn("Sync.vectors")(function* (index: VectorTarget, name: string) {
  const embedder = yield* makeEmbedder
  const { database, repository } = index
  const space: VectorSpace = { repository, model: embedder.model }
  const missing = yield* Effect.fromResult(database.use((connection) => listWithoutVector(connection, space)))
  const first = yield* makeVectors(index, { embedder, name }, missing)
  const dimension = first.find((length) => length !== undefined)
  const others =
    dimension === undefined
      ? []
      : yield* Effect.fromResult(database.use((connection) => listWithOtherDimension(connection, space, dimension)))
  const lengths = [...first, ...(yield* makeVectors(index, { embedder, name }, others))]
  const refused = lengths.filter((length) => length === undefined).length
  const embedded: Embedded = { made: lengths.length - refused, refused }
  return embedded
}, withEmbeddings)

/** Removes the vectors of a repository in short transactions, so that other writers get their turn in between. */
export const removeAllVectors = Effect.fnUntraced(function* ({ database, repository }: VectorTarget) {
  if (!(yield* Effect.fromResult(database.use((connection) => hasVectors(connection, repository))))) return
  yield* repeatTransaction(database, (connection) => removeVectors(connection, repository, vectorsPerRemoval))
})
