import { Array as Arrays, Cache, Effect, Exit, Layer, Option, Schema } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { Embeddings } from "../../adapters/llm/Embeddings.ts"
import { idRank } from "../queries/byId.ts"
import { checkComparable, countIncomparable } from "../queries/comparable.ts"
import {
  checkAuthor,
  checkLimit,
  checkPatchRange,
  checkPatterns,
  checkQuery,
  checkText,
  checkTimes
} from "../queries/checks.ts"
import type { Filters } from "../queries/filters.ts"
import { fitPage } from "../queries/fitPage.ts"
import type { ResultPage } from "../queries/ResultPage.ts"
import { readRepositoryPatch } from "./readRepositoryPatch.ts"
import { truncateText, maxEmbeddingChars } from "../model/commitText.ts"
import type { CommitInput, PatchInput, SearchInput, SimilarInput, TouchesInput } from "../model/inputs.ts"
import { type Position, encodeCursor } from "../../store/cursor.ts"
import { Freshness } from "./Freshness.ts"
import { parseLocations } from "../../domain/Location.ts"
import { inRepository } from "../model/inRepository.ts"
import { IndexReader } from "../reading/IndexReader.ts"
import type { Sources } from "../model/Sources.ts"
import { keepVisible } from "../../domain/Visibility.ts"
import { decodeEnd, select, type Selected, selectOne } from "./Selected.ts"

/** Default page sizes. */
const defaultLimits = { search: 20, similar: 10, touches: 50 }
/** Cached query vectors: all pages of a question use the same vector. */
const maxCachedVectors = 64

const sortKey = [Schema.Int, Schema.String, Schema.String] as const
const searchPosition = Schema.decodeUnknownOption(Schema.Tuple([...sortKey, Schema.Finite]))
const touchesPosition = Schema.decodeUnknownOption(Schema.Tuple([...sortKey, Schema.String]))
const similarPosition = Schema.decodeUnknownOption(Schema.Tuple([...sortKey, Schema.Finite]))
const toSearchPosition = ([time, repo, sha, rank]: readonly [number, string, string, number]) => ({
  rank,
  time,
  repo,
  sha
})
const toTouchesPosition = ([time, repo, sha, path]: readonly [number, string, string, string]) => ({
  time,
  repo,
  sha,
  path
})
const toSimilarPosition = ([time, repo, sha, similarity]: readonly [number, string, string, number]) => ({
  similarity,
  time,
  repo,
  sha
})

/** The path that a pattern begins or ends with something else for: without `./`, lines, and the address and revision of a host. */
const toPattern = (pattern: string): string => {
  const [location] = /[*?[{]/.test(pattern) ? [] : parseLocations(pattern)
  const path = location?.path ?? pattern
  return (/^https?:/.test(pattern) ? path.replace(/^[^/]*\//, "") : path).replace(/^(?:\.\/+)+/, "")
}

type FilterInput = Pick<SearchInput, "since" | "until" | "author" | "paths" | "repos">

const nonEmpty = (text: string | undefined): string | undefined => (text === "" ? undefined : text)

const makeFilters = (input: FilterInput, { isLimited, repositories }: Selected): Filters => ({
  repositories: input.repos === undefined && !isLimited ? undefined : repositories.map(({ id }) => id),
  isLimited,
  since: input.since,
  until: input.until,
  author: nonEmpty(input.author),
  paths: input.paths ?? []
})

/** Drops the arguments that may differ between the pages of a question. */
const withoutPaging = (input: SearchInput | SimilarInput | TouchesInput): object => ({
  ...input,
  cursor: undefined,
  limit: undefined,
  max_tokens: undefined
})

/** A query, and the model to make its vector with. */
interface Embeddable {
  readonly model: string
  readonly query: string
}

/** Makes a cache of query vectors from the configured endpoint. */
const makeVectorCache = Cache.makeWith(
  ({ query }: Embeddable) =>
    Effect.flatMap(Embeddings, (embeddings) =>
      embeddings.embedQuery(truncateText(query.toWellFormed(), maxEmbeddingChars))
    ),
  {
    capacity: maxCachedVectors,
    timeToLive: (exit) => (Exit.isSuccess(exit) ? "1 hour" : 0),
    requireServicesAt: "lookup"
  }
)

/** Makes `CommitIndex`. */
export const makeCommitIndex = Effect.gen(function* () {
  const vectorCache = yield* makeVectorCache
  const reader = yield* IndexReader
  const freshness = yield* Freshness
  const sources = yield* Effect.context<Sources>()

  const registrations = reader.request("registrations", null)

  /** Returns one page of results, within its token budget, with the freshness of the searched repositories. */
  const page = Effect.fnUntraced(function* <Item, End, E>(
    input: SearchInput | SimilarInput | TouchesInput,
    { repositories }: Selected,
    found: Effect.Effect<ResultPage<Item, End>, E>,
    positionFor: (end: End) => Position,
    question: unknown = withoutPaging(input)
  ) {
    const [fresh, whole] = yield* Effect.all([freshness.of(repositories), found], { concurrency: 2 })
    const { next, results, trimmed } = yield* Effect.fromResult(fitPage(whole, fresh, input.max_tokens))
    return {
      results,
      repositories: fresh,
      ...(trimmed === undefined ? {} : { trimmed: { results: trimmed } }),
      ...(next === undefined ? {} : { next_cursor: encodeCursor(question, positionFor(next)) })
    }
  })

  const search = Effect.fn("CommitIndex.search")(function* (input: SearchInput) {
    const limit = yield* checkLimit(input.limit, defaultLimits.search)
    const ignoredWords = yield* checkQuery(input.query)
    yield* checkPatterns("paths", input.paths ?? [])
    yield* checkAuthor(input.author)
    yield* checkTimes(input)
    const selected = yield* select(yield* registrations, input.repos)
    const position = yield* decodeEnd(selected, withoutPaging(input), input.cursor, searchPosition)
    const after = position === undefined ? undefined : toSearchPosition(position)
    const question = { query: input.query, filters: makeFilters(input, selected), limit, after }
    const found = yield* page(
      input,
      selected,
      reader.request("search", { question, branch: nonEmpty(input.branch) }),
      // A rank says how frequent words are in the whole index, but for that of ids. Only its sign is needed: the rest is read again.
      ({ rank, repo, sha, time }) => [time, repo, sha, selected.isLimited && rank !== idRank ? Math.sign(rank) : rank]
    )
    return ignoredWords === 0 ? found : { ...found, words_left_out: ignoredWords }
  })

  /** Calls the endpoint only if the index has vectors to compare with. */
  const searchSimilar = Effect.fnUntraced(function* (input: SimilarInput) {
    const limit = yield* checkLimit(input.limit, defaultLimits.similar)
    yield* checkText(input.query)
    yield* checkPatterns("paths", input.paths ?? [])
    yield* checkAuthor(input.author)
    yield* checkTimes(input)
    const selected = yield* select(yield* registrations, input.repos)
    const { repositories } = selected
    const { model } = yield* Embeddings
    const counts = yield* reader.request("vectors", null)
    yield* checkComparable(repositories, counts, { model })
    const same = { ...withoutPaging(input), model }
    const position = yield* decodeEnd(selected, same, input.cursor, similarPosition)
    const after = position === undefined ? undefined : toSimilarPosition(position)
    const vector = yield* Cache.get(vectorCache, { model, query: input.query })
    const kind = { model, dimension: vector.length }
    yield* checkComparable(repositories, counts, kind)
    const question = { query: input.query, vector, model, filters: makeFilters(input, selected), limit, after }
    const found = yield* page(
      input,
      selected,
      reader.request("similar", { question, branch: nonEmpty(input.branch) }),
      ({ repo, sha, similarity, time }) => [time, repo, sha, similarity],
      same
    )
    return {
      ...found,
      repositories: Arrays.zipWith(found.repositories, repositories, (fresh, registration) => ({
        ...fresh,
        without_vector: countIncomparable(registration, counts, kind)
      }))
    }
  })

  const similar = Effect.fn("CommitIndex.similar")(function* (input: SimilarInput) {
    // Rebuilt for each call, which is cheap, so that a corrected configuration takes effect.
    const embeddings = yield* Layer.build(Embeddings.layer)
    return yield* Effect.provideContext(searchSimilar(input), embeddings)
  }, Effect.scoped)

  const touches = Effect.fn("CommitIndex.touches")(function* (input: TouchesInput) {
    const limit = yield* checkLimit(input.limit, defaultLimits.touches)
    yield* checkPatterns("path_glob", [input.path_glob])
    yield* checkAuthor(input.author)
    yield* checkTimes(input)
    const selected = yield* select(yield* registrations, input.repos)
    const position = yield* decodeEnd(selected, withoutPaging(input), input.cursor, touchesPosition)
    const after = position === undefined ? undefined : toTouchesPosition(position)
    const question = { path: toPattern(input.path_glob), filters: makeFilters(input, selected), limit, after }
    return yield* page(
      input,
      selected,
      reader.request("touches", { question, branch: nonEmpty(input.branch) }),
      ({ path, repo, sha, time }) => [time, repo, sha, path]
    )
  })

  /** Names the repository and the commit of a question as the index does: it has no `HEAD`. */
  const withOwnNames = Effect.fnUntraced(function* <Input extends CommitInput>(input: Input) {
    const { directory, name } = yield* selectOne(yield* registrations, input.repo)
    const [, steps] = /^\s*(?:HEAD|@)((?:[~^]\d*)*)\s*$/.exec(input.sha) ?? []
    if (steps === undefined) return { ...input, repo: name }
    const head = yield* Effect.flatMap(Git, (git) => git.resolveCommit("HEAD")).pipe(
      inRepository(directory),
      Effect.provideContext(sources),
      Effect.option
    )
    return { ...input, repo: name, ...(Option.isNone(head) ? {} : { sha: `${head.value}${steps}` }) }
  })

  const commit = Effect.fn("CommitIndex.commit")(function* (input: CommitInput) {
    return yield* reader.request("commit", yield* withOwnNames(input))
  })

  const patch = Effect.fn("CommitIndex.patch")(function* (input: PatchInput) {
    yield* checkPatchRange(input)
    const found = yield* reader.request("patch", yield* withOwnNames(input))
    if (!("_tag" in found)) return found
    const { registration, sha } = found
    const bytes = yield* readRepositoryPatch(found).pipe(
      inRepository(registration.directory),
      Effect.provideContext(sources)
    )
    return yield* reader.request("part", {
      repo: registration.name,
      sha,
      bytes,
      part: input,
      exclude: registration.selection.exclude
    })
  })

  const repositories = Effect.gen(function* () {
    const all = yield* keepVisible(yield* registrations)
    const fresh = yield* freshness.of(all)
    return {
      repositories: Arrays.zipWith(all, fresh, ({ commitCount, lastError, name, syncedAt }, { behind }) => ({
        name,
        commit_count: commitCount,
        last_synced_at: syncedAt,
        behind,
        last_error: lastError
      }))
    }
  }).pipe(Effect.withSpan("CommitIndex.repositories"))

  return { search, similar, touches, commit, patch, repositories }
})
