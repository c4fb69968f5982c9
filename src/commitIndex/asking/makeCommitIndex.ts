import { Cache, Effect, Exit, Layer, Schema } from "effect"
import { Embeddings } from "../../adapters/llm/Embeddings.ts"
import { checkComparable, countIncomparable } from "../lookups/comparable.ts"
import {
  checkAuthor,
  checkPatchRange,
  checkPatterns,
  checkQuery,
  checkText,
  selectRepositories,
  checkLimit,
  decodePosition
} from "../lookups/checks.ts"
import type { Filters } from "../lookups/filters.ts"
import { readRepositoryPatch } from "./readRepositoryPatch.ts"
import { truncateText, maxEmbeddingChars } from "../model/commitText.ts"
import type { CommitInput, PatchInput, SearchInput, SimilarInput, TouchesInput } from "../model/inputs.ts"
import { type Position, encodeCursor } from "../model/cursor.ts"
import { Freshness } from "./Freshness.ts"
import { inRepository } from "../model/inRepository.ts"
import { IndexReader } from "../reading/IndexReader.ts"
import type { Registration } from "../model/Registration.ts"
import type { Sources } from "../model/Sources.ts"

/** Results of a page that nobody gave a limit for. */
const usual = { search: 20, similar: 10, touches: 50 }
/** Queries whose vectors are remembered: the pages of one question are of one vector, and asked for once. */
const remembered = 64

const place = [Schema.Int, Schema.String, Schema.String] as const
const searchPosition = Schema.decodeUnknownOption(Schema.Tuple([...place, Schema.Int, Schema.Finite]))
const touchesPosition = Schema.decodeUnknownOption(Schema.Tuple([...place, Schema.String]))
const similarPosition = Schema.decodeUnknownOption(Schema.Tuple([...place, Schema.Finite]))
const searchAfter = ([time, repo, sha, expression, rank]: readonly [number, string, string, number, number]) => ({
  expression,
  rank,
  time,
  repo,
  sha
})
const touchesAfter = ([time, repo, sha, path]: readonly [number, string, string, string]) => ({ time, repo, sha, path })
const similarAfter = ([time, repo, sha, similarity]: readonly [number, string, string, number]) => ({
  similarity,
  time,
  repo,
  sha
})

type Filtering = Pick<SearchInput, "since" | "until" | "author" | "paths" | "repos">

const said = (text: string | undefined): string | undefined => (text === "" ? undefined : text)

const filtersOf = (input: Filtering, repositories: ReadonlyArray<Registration>): Filters => ({
  repositories: input.repos === undefined ? undefined : repositories.map(({ id }) => id),
  since: input.since,
  until: input.until,
  author: said(input.author),
  paths: input.paths ?? []
})

/** What must be the same on every page of a question. */
const sameOnEveryPage = (input: SearchInput | SimilarInput | TouchesInput): object => ({
  ...input,
  cursor: undefined,
  limit: undefined
})

/** Vectors of queries, as the endpoint that is configured makes them. */
const makeQueryVectors = Cache.makeWith(
  (query: string) =>
    Effect.flatMap(Embeddings, (embeddings) =>
      embeddings.embedQuery(truncateText(query.toWellFormed(), maxEmbeddingChars))
    ),
  {
    capacity: remembered,
    timeToLive: (exit) => (Exit.isSuccess(exit) ? "1 hour" : 0),
    requireServicesAt: "lookup"
  }
)

/** `CommitIndex`: the caller says how repositories are asked and where the index is read. */
export const makeCommitIndex = Effect.gen(function* () {
  const queryVectors = yield* makeQueryVectors
  const reader = yield* IndexReader
  const freshness = yield* Freshness
  const sources = yield* Effect.context<Sources>()

  const registrations = reader.look("registrations", null)

  /** One page with how fresh what it was found in is. */
  const page = Effect.fnUntraced(function* <Result, End, E>(
    question: unknown,
    repositories: ReadonlyArray<Registration>,
    found: Effect.Effect<{ readonly results: ReadonlyArray<Result>; readonly next: End | undefined }, E>,
    positionFor: (end: End) => Position
  ) {
    const [fresh, { next, results }] = yield* Effect.all([freshness.of(repositories), found], { concurrency: 2 })
    const more = next === undefined ? {} : { next_cursor: encodeCursor(question, positionFor(next)) }
    return { results, repositories: fresh, ...more }
  })

  const search = Effect.fn("CommitIndex.search")(function* (input: SearchInput) {
    const limit = yield* checkLimit(input.limit, usual.search)
    const leftOut = yield* checkQuery(input.query)
    yield* checkPatterns("paths", input.paths ?? [])
    yield* checkAuthor(input.author)
    const repositories = yield* selectRepositories(yield* registrations, input.repos)
    const position = yield* decodePosition(sameOnEveryPage(input), input.cursor, searchPosition)
    const after = position === undefined ? undefined : searchAfter(position)
    const question = { query: input.query, filters: filtersOf(input, repositories), limit, after }
    const found = yield* page(
      sameOnEveryPage(input),
      repositories,
      reader.look("search", { question, branch: said(input.branch) }),
      ({ expression, rank, repo, sha, time }) => [time, repo, sha, expression, rank]
    )
    return leftOut === 0 ? found : { ...found, words_left_out: leftOut }
  })

  /** Asks the endpoint only where there is something to compare its vector with. */
  const compared = Effect.fnUntraced(function* (input: SimilarInput) {
    const limit = yield* checkLimit(input.limit, usual.similar)
    yield* checkText(input.query)
    yield* checkPatterns("paths", input.paths ?? [])
    yield* checkAuthor(input.author)
    const repositories = yield* selectRepositories(yield* registrations, input.repos)
    const { model } = yield* Embeddings
    const counts = yield* reader.look("vectors", null)
    yield* checkComparable(repositories, counts, { model })
    const same = { ...sameOnEveryPage(input), model }
    const position = yield* decodePosition(same, input.cursor, similarPosition)
    const after = position === undefined ? undefined : similarAfter(position)
    const vector = yield* Cache.get(queryVectors, input.query)
    const kind = { model, dimension: vector.length }
    yield* checkComparable(repositories, counts, kind)
    const question = { query: input.query, vector, model, filters: filtersOf(input, repositories), limit, after }
    const found = yield* page(
      same,
      repositories,
      reader.look("similar", { question, branch: said(input.branch) }),
      ({ repo, sha, similarity, time }) => [time, repo, sha, similarity]
    )
    const lacking = repositories.map((one) => countIncomparable(one, counts, kind))
    return {
      ...found,
      repositories: found.repositories.map((fresh, index) => ({ ...fresh, without_vector: lacking[index] ?? 0 }))
    }
  })

  const similar = Effect.fn("CommitIndex.similar")(function* (input: SimilarInput) {
    // Anew each time, which costs nothing: what was wrong with the configuration may be mended.
    const embeddings = yield* Layer.build(Embeddings.layer)
    return yield* Effect.provideContext(compared(input), embeddings)
  }, Effect.scoped)

  const touches = Effect.fn("CommitIndex.touches")(function* (input: TouchesInput) {
    const limit = yield* checkLimit(input.limit, usual.touches)
    yield* checkPatterns("path_glob", [input.path_glob])
    yield* checkAuthor(input.author)
    const repositories = yield* selectRepositories(yield* registrations, input.repos)
    const position = yield* decodePosition(sameOnEveryPage(input), input.cursor, touchesPosition)
    const after = position === undefined ? undefined : touchesAfter(position)
    const question = { path: input.path_glob, filters: filtersOf(input, repositories), limit, after }
    return yield* page(
      sameOnEveryPage(input),
      repositories,
      reader.look("touches", { question, branch: said(input.branch) }),
      ({ path, repo, sha, time }) => [time, repo, sha, path]
    )
  })

  const commit = Effect.fn("CommitIndex.commit")((input: CommitInput) => reader.look("commit", input))

  const patch = Effect.fn("CommitIndex.patch")(function* (input: PatchInput) {
    yield* checkPatchRange(input)
    const found = yield* reader.look("patch", input)
    if (!("_tag" in found)) return found
    const { registration, sha } = found
    const bytes = yield* readRepositoryPatch(found).pipe(
      inRepository(registration.directory),
      Effect.provideContext(sources)
    )
    return yield* reader.look("part", {
      repo: registration.name,
      sha,
      bytes,
      part: input,
      exclude: registration.selection.exclude
    })
  })

  const repositories = Effect.gen(function* () {
    const all = yield* registrations
    const fresh = yield* freshness.of(all)
    return {
      repositories: all.map(({ commitCount, lastError, name, syncedAt }, index) => ({
        name,
        commit_count: commitCount,
        last_synced_at: syncedAt,
        behind: fresh[index]?.behind ?? null,
        last_error: lastError
      }))
    }
  }).pipe(Effect.withSpan("CommitIndex.repositories"))

  return { search, similar, touches, commit, patch, repositories }
})
