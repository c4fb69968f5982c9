import { zstdDecompressSync } from "node:zlib"
import { Effect, Layer, Option, Schema } from "effect"
import { ObjectId } from "../domain/ObjectId.ts"
import { Git } from "../git/Git.ts"
import type { Connection } from "../sql/Database.ts"
import { commitNamed, commitOf, type Named } from "./asking/commit.ts"
import type { Filters } from "./asking/filters.ts"
import { partOf } from "./asking/patch.ts"
import { parseQuery } from "./asking/query.ts"
import { search, type SearchPosition } from "./asking/search.ts"
import { touches, type TouchesPosition } from "./asking/touches.ts"
import { CommitIndex } from "./CommitIndex.ts"
import {
  ArgumentInvalid,
  CommitsError,
  CursorInvalid,
  PatchNotFound,
  QueryEmpty,
  RepositoryUnknown
} from "./CommitsError.ts"
import type { CommitInput, PatchInput, SearchInput, TouchesInput } from "./contracts.ts"
import { type Position, readCursor, writeCursor } from "./cursor.ts"
import { Freshness } from "./Freshness.ts"
import { IndexFile } from "./IndexFile.ts"
import { leftOut } from "./leftOut.ts"
import { filesOf } from "./patchText.ts"
import type { Registration } from "./Registration.ts"
import { Sources } from "./Sources.ts"
import { listRegistrations } from "./store/registrations.ts"
import { patchStates } from "./store/schema.ts"
import { largestPatch } from "./store/writePatches.ts"

/** Results of a page that nobody gave a limit for, and of the longest. */
const limits = { search: 20, touches: 50, most: 500 }
/** Characters of a query; longer ones are no questions. */
const longestQuery = 65_536

const invalid = (reason: CommitsError["reason"]) => new CommitsError({ reason })

const limitOf = (given: number | undefined, usual: number): Effect.Effect<number, CommitsError> => {
  const limit = given ?? usual
  return limit >= 1 && limit <= limits.most
    ? Effect.succeed(limit)
    : Effect.fail(
        invalid(
          new ArgumentInvalid({ name: "limit", expected: `a number from 1 to ${limits.most}`, value: `${limit}` })
        )
      )
}

const chosen = (
  all: ReadonlyArray<Registration>,
  names: ReadonlyArray<string> | undefined
): Effect.Effect<ReadonlyArray<Registration>, CommitsError> => {
  if (names === undefined || names.length === 0) return Effect.succeed(all)
  const known = all.map(({ name }) => name)
  const unknown = names.filter((name) => !known.includes(name))
  return unknown.length === 0
    ? Effect.succeed(all.filter(({ name }) => names.includes(name)))
    : Effect.fail(invalid(new RepositoryUnknown({ names: unknown, known })))
}

const searchPosition = Schema.decodeUnknownOption(Schema.Tuple([Schema.Int, Schema.Finite, Schema.Int]))
const touchesPosition = Schema.decodeUnknownOption(Schema.Tuple([Schema.Int, Schema.Int, Schema.String]))

/** What a cursor says, if one was given. */
const positionOf = <A>(
  question: unknown,
  cursor: string | undefined,
  decode: (position: Position) => Option.Option<A>
): Effect.Effect<A | undefined, CommitsError> => {
  if (cursor === undefined) return Effect.succeed(undefined)
  return Option.match(Option.flatMap(readCursor(question, cursor), decode), {
    onNone: () => Effect.fail(invalid(new CursorInvalid())),
    onSome: (position) => Effect.succeed(position)
  })
}

type Filtering = Pick<SearchInput, "since" | "until" | "author" | "paths" | "repos">

const filtersOf = (input: Filtering, repositories: ReadonlyArray<Registration>): Filters => ({
  repositories: input.repos === undefined ? undefined : repositories.map(({ id }) => id),
  since: input.since,
  until: input.until,
  author: input.author,
  paths: input.paths ?? []
})

const keptPatch = (connection: Connection, { id }: Named): Buffer | undefined => {
  const row = connection.get(`SELECT compressed FROM patches WHERE "commit" = ?`, id)
  return row === undefined ? undefined : zstdDecompressSync(row.bytes("compressed"))
}

/** The patch as its repository gives it, without the files left out. A merge has that against its first parent. */
const repositoryPatch = Effect.fnUntraced(function* (named: Named, { name, selection }: Registration) {
  const git = yield* Git
  const commit = ObjectId.make(named.sha)
  let bytes: Buffer = Buffer.alloc(0)
  let size = 0
  if (named.patchState === patchStates.merge) {
    bytes = Buffer.from(yield* git.patch(commit, { maxBytes: largestPatch }))
    size = bytes.length
  } else {
    yield* git.patches([commit], { maxBytes: largestPatch }, (patch) => {
      bytes = Buffer.from(patch.bytes.buffer, patch.bytes.byteOffset, patch.bytes.byteLength)
      size = patch.size
    })
  }
  if (size > bytes.length) {
    const detail = `it has ${size} bytes, more than the ${largestPatch} that are read`
    return yield* invalid(new PatchNotFound({ repo: name, sha: named.sha, detail }))
  }
  const isLeftOut = leftOut(selection.exclude)
  return Buffer.concat(filesOf(bytes).flatMap((part) => (isLeftOut(part.path) ? [] : [part.bytes])))
})

const make = Effect.gen(function* () {
  const file = yield* IndexFile
  const freshness = yield* Freshness
  const sources = yield* Sources

  const registrations = file.read(listRegistrations)
  const registrationOf = Effect.fnUntraced(function* (name: string) {
    const all = yield* registrations
    const found = all.find((registration) => registration.name === name)
    const known = all.map((registration) => registration.name)
    return found ?? (yield* invalid(new RepositoryUnknown({ names: [name], known })))
  })
  const named = Effect.fnUntraced(function* ({ repo, sha }: CommitInput) {
    const registration = yield* registrationOf(repo)
    const found = yield* file.read((connection) => commitNamed(connection, registration, sha))
    return { registration, commit: yield* Effect.fromResult(found) }
  })

  /** One page with how fresh what it was found in is. */
  const page = Effect.fnUntraced(function* <Result, End>(
    question: unknown,
    repositories: ReadonlyArray<Registration>,
    read: (connection: Connection) => { readonly results: ReadonlyArray<Result>; readonly next: End | undefined },
    positionFor: (end: End) => Position
  ) {
    const [{ next, results }, fresh] = yield* Effect.all([file.read(read), freshness.of(repositories)], {
      concurrency: 2
    })
    const more = next === undefined ? {} : { next_cursor: writeCursor(question, positionFor(next)) }
    return { results, repositories: fresh, ...more }
  })

  const searchCommits = Effect.fn("CommitIndex.search")(function* ({ cursor, ...input }: SearchInput) {
    const { query } = input
    const limit = yield* limitOf(input.limit, limits.search)
    if (query.length > longestQuery || parseQuery(query).expressions.length === 0) {
      return yield* invalid(new QueryEmpty({ query }))
    }
    const repositories = yield* chosen(yield* registrations, input.repos)
    const position = yield* positionOf(input, cursor, searchPosition)
    const after: SearchPosition | undefined =
      position === undefined ? undefined : { expression: position[0], rank: position[1], id: position[2] }
    const filters = filtersOf(input, repositories)
    return yield* page(
      input,
      repositories,
      (connection) => search(connection, { query, filters, limit, after }),
      ({ expression, id, rank }) => [expression, rank, id]
    )
  })

  const touchedBy = Effect.fn("CommitIndex.touches")(function* ({ cursor, ...input }: TouchesInput) {
    const limit = yield* limitOf(input.limit, limits.touches)
    const repositories = yield* chosen(yield* registrations, input.repos)
    const position = yield* positionOf(input, cursor, touchesPosition)
    const after: TouchesPosition | undefined =
      position === undefined ? undefined : { time: position[0], commit: position[1], path: position[2] }
    const filters = filtersOf(input, repositories)
    return yield* page(
      input,
      repositories,
      (connection) => touches(connection, { path: input.path_glob, filters, limit, after }),
      ({ commit, path, time }) => [time, commit, path]
    )
  })

  const commit = Effect.fn("CommitIndex.commit")(function* (input: CommitInput) {
    const found = yield* named(input)
    return yield* file.read((connection) => commitOf(connection, found.registration, found.commit))
  })

  const patch = Effect.fn("CommitIndex.patch")(function* (input: PatchInput) {
    const { commit: found, registration } = yield* named(input)
    const at = { repo: registration.name, sha: found.sha }
    const missing = (detail: string) => invalid(new PatchNotFound({ ...at, detail }))
    if (found.patchState === patchStates.binary) return yield* missing("it changes binary files only")
    const kept = yield* file.read((connection) => keptPatch(connection, found))
    const fromRepository = repositoryPatch(found, registration).pipe(
      Effect.provide(sources.at(registration.directory), { local: true })
    )
    const whole = kept ?? (found.patchState === patchStates.empty ? Buffer.alloc(0) : yield* fromRepository)
    const parts = input.path === undefined ? [] : filesOf(whole).filter((part) => part.path === input.path)
    if (input.path !== undefined && parts.length === 0) return yield* missing(`it does not change ${input.path}`)
    const bytes = input.path === undefined ? whole : Buffer.concat(parts.map((part) => part.bytes))
    const { max_bytes: maxBytes, offset = 0 } = input
    if (maxBytes !== undefined && maxBytes < 1) {
      return yield* invalid(new ArgumentInvalid({ name: "max_bytes", expected: "above zero", value: `${maxBytes}` }))
    }
    if (offset < 0 || offset > bytes.length) {
      const expected = `a number from 0 to ${bytes.length}`
      return yield* invalid(new ArgumentInvalid({ name: "offset", expected, value: `${offset}` }))
    }
    return partOf(at, bytes, { offset, maxBytes })
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

  return CommitIndex.of({ search: searchCommits, touches: touchedBy, commit, patch, repositories })
})

export const layer = Layer.effect(CommitIndex, make).pipe(
  Layer.provide(Freshness.layer),
  Layer.provide(IndexFile.layer)
)
