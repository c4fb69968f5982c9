import { Effect, Option } from "effect"
import {
  ArgumentInvalid,
  CommitsError,
  CursorInvalid,
  QueryEmpty,
  QueryTooLong,
  RepositoryUnknown
} from "../model/CommitsError.ts"
import type { PatchInput } from "../model/inputs.ts"
import { type Position, decodeCursor } from "../../store/cursor.ts"
import type { Registration } from "../model/Registration.ts"
import { parseQuery } from "./query.ts"

/** Most results on one page. */
const maxLimit = 500
/** Longest query, in characters. */
const maxQueryChars = 65_536
/** Longest author filter, in characters. */
const maxAuthorChars = 1_024
/** Longest path pattern, in characters, and most patterns of one query. */
const maxPatternChars = 1_024
const maxPatterns = 100

const failWith = (reason: CommitsError["reason"]) => Effect.fail(new CommitsError({ reason }))

const checkRange = (name: string, value: number, [min, max]: readonly [number, number]) =>
  value >= min && value <= max
    ? Effect.succeed(value)
    : failWith(new ArgumentInvalid({ name, expected: `a number from ${min} to ${max}`, value: `${value}` }))

/** Checks the page size; returns the default if none is given. */
export const checkLimit = (limit: number | undefined, defaultLimit: number): Effect.Effect<number, CommitsError> =>
  checkRange("limit", limit ?? defaultLimit, [1, maxLimit])

/** Checks the number and length of path patterns. */
export const checkPatterns = (name: string, patterns: ReadonlyArray<string>): Effect.Effect<void, CommitsError> => {
  if (patterns.length > maxPatterns) {
    const expected = `at most ${maxPatterns} patterns`
    return failWith(new ArgumentInvalid({ name, expected, value: `${patterns.length}` }))
  }
  const long = patterns.find((pattern) => pattern.length > maxPatternChars)
  if (long === undefined) return Effect.void
  const expected = `at most ${maxPatternChars} characters long`
  return failWith(new ArgumentInvalid({ name, expected, value: `${long.length}` }))
}

const checkLength = (query: string): Effect.Effect<void, CommitsError> =>
  query.length > maxQueryChars
    ? failWith(new QueryTooLong({ length: query.length, longest: maxQueryChars }))
    : Effect.void

/** Checks a full-text query. Returns how many of its words are ignored because it has too many. */
export const checkQuery = Effect.fnUntraced(function* (query: string) {
  yield* checkLength(query)
  const { ignoredWords, words } = parseQuery(query)
  if (words.length === 0) return yield* failWith(new QueryEmpty({ query }))
  return ignoredWords
})

/** Checks a similarity query: not blank and not too long. */
export const checkText = (query: string): Effect.Effect<void, CommitsError> =>
  Effect.andThen(checkLength(query), query.trim() === "" ? failWith(new QueryEmpty({ query })) : Effect.void)

/** Checks the length of the author filter. */
export const checkAuthor = (author: string | undefined): Effect.Effect<void, CommitsError> => {
  if (author === undefined || author.length <= maxAuthorChars) return Effect.void
  const expected = `at most ${maxAuthorChars} characters long`
  return failWith(new ArgumentInvalid({ name: "author", expected, value: `${author.length}` }))
}

/** Numbers that are times of today in milliseconds, and in seconds thousands of years away. */
const millis = { from: 100_000_000_000, to: 100_000_000_000_000 }

/** Refuses times in milliseconds, which would select nothing or everything. */
export const checkTimes = (times: {
  readonly since?: number
  readonly until?: number
}): Effect.Effect<void, CommitsError> =>
  Effect.forEach(
    ["since", "until"] as const,
    (name) => {
      const value = times[name]
      if (value === undefined || value < millis.from || value > millis.to) return Effect.void
      const expected = `in seconds since 1970 (${Math.floor(value / 1000)}), not in milliseconds`
      return failWith(new ArgumentInvalid({ name, expected, value: `${value}` }))
    },
    { discard: true }
  )

/** Checks the byte range of a patch request. */
export const checkPatchRange = ({ max_bytes: maxBytes, offset }: PatchInput): Effect.Effect<void, CommitsError> =>
  Effect.all([
    checkRange("max_bytes", maxBytes ?? 1, [1, Number.MAX_SAFE_INTEGER]),
    checkRange("offset", offset ?? 0, [0, Number.MAX_SAFE_INTEGER])
  ]).pipe(Effect.asVoid)

/** Selects repositories by name; no names select all. Fails with `RepositoryUnknown`. */
export const selectRepositories = (
  all: ReadonlyArray<Registration>,
  names: ReadonlyArray<string> | undefined
): Effect.Effect<ReadonlyArray<Registration>, CommitsError> => {
  if (names === undefined || names.length === 0) return Effect.succeed(all)
  const known = all.map(({ name }) => name)
  const unknown = names.filter((name) => !known.includes(name))
  return unknown.length === 0
    ? Effect.succeed(all.filter(({ name }) => names.includes(name)))
    : failWith(new RepositoryUnknown({ names: unknown, known }))
}

/** Decodes the cursor, if there is one. Fails with `CursorInvalid`. */
export const decodePosition = <A>(
  question: unknown,
  cursor: string | undefined,
  decode: (position: Position) => Option.Option<A>
): Effect.Effect<A | undefined, CommitsError> => {
  if (cursor === undefined || cursor === "") return Effect.undefined
  return Option.match(Option.flatMap(decodeCursor(question, cursor), decode), {
    onNone: () => failWith(new CursorInvalid()),
    onSome: (position) => Effect.succeed(position)
  })
}
