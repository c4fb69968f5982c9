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
import { type Position, decodeCursor } from "../model/cursor.ts"
import type { Registration } from "../model/Registration.ts"
import { parseQuery } from "./query.ts"

/** Results of the longest page. */
const longestPage = 500
/** Characters of a query. */
const longestQuery = 65_536
/** Characters of the text that is looked for in authors' names. */
const longestAuthor = 1_024
/** Characters of a pattern of paths, and how many there may be. */
const longestPattern = 1_024
const mostPatterns = 100

const refused = (reason: CommitsError["reason"]) => Effect.fail(new CommitsError({ reason }))

const within = (name: string, value: number, [least, most]: readonly [number, number]) =>
  value >= least && value <= most
    ? Effect.succeed(value)
    : refused(new ArgumentInvalid({ name, expected: `a number from ${least} to ${most}`, value: `${value}` }))

/** How many results a page has. */
export const checkLimit = (given: number | undefined, usual: number): Effect.Effect<number, CommitsError> =>
  within("limit", given ?? usual, [1, longestPage])

/** Patterns of paths that are looked for. */
export const checkPatterns = (name: string, patterns: ReadonlyArray<string>): Effect.Effect<void, CommitsError> => {
  if (patterns.length > mostPatterns) {
    const expected = `at most ${mostPatterns} patterns`
    return refused(new ArgumentInvalid({ name, expected, value: `${patterns.length}` }))
  }
  const long = patterns.find((pattern) => pattern.length > longestPattern)
  if (long === undefined) return Effect.void
  const expected = `at most ${longestPattern} characters long`
  return refused(new ArgumentInvalid({ name, expected, value: `${long.length}` }))
}

const checkLength = (query: string): Effect.Effect<void, CommitsError> =>
  query.length > longestQuery ? refused(new QueryTooLong({ length: query.length, longest: longestQuery })) : Effect.void

/** A query with words in it. Gives how many of them are not searched for, as there are too many. */
export const checkQuery = Effect.fnUntraced(function* (query: string) {
  yield* checkLength(query)
  const { leftOut, words } = parseQuery(query)
  if (words.length === 0) return yield* refused(new QueryEmpty({ query }))
  return leftOut
})

/** A query that says anything. */
export const checkText = (query: string): Effect.Effect<void, CommitsError> =>
  Effect.andThen(checkLength(query), query.trim() === "" ? refused(new QueryEmpty({ query })) : Effect.void)

/** A part of an author's name or address. */
export const checkAuthor = (author: string | undefined): Effect.Effect<void, CommitsError> => {
  if (author === undefined || author.length <= longestAuthor) return Effect.void
  const expected = `at most ${longestAuthor} characters long`
  return refused(new ArgumentInvalid({ name: "author", expected, value: `${author.length}` }))
}

/** Which part of a patch is asked for. */
export const checkPatchRange = ({ max_bytes: most, offset }: PatchInput): Effect.Effect<void, CommitsError> =>
  Effect.all([
    within("max_bytes", most ?? 1, [1, Number.MAX_SAFE_INTEGER]),
    within("offset", offset ?? 0, [0, Number.MAX_SAFE_INTEGER])
  ]).pipe(Effect.asVoid)

/** The repositories of these names; none: all. */
export const selectRepositories = (
  all: ReadonlyArray<Registration>,
  names: ReadonlyArray<string> | undefined
): Effect.Effect<ReadonlyArray<Registration>, CommitsError> => {
  if (names === undefined || names.length === 0) return Effect.succeed(all)
  const known = all.map(({ name }) => name)
  const unknown = names.filter((name) => !known.includes(name))
  return unknown.length === 0
    ? Effect.succeed(all.filter(({ name }) => names.includes(name)))
    : refused(new RepositoryUnknown({ names: unknown, known }))
}

/** What a cursor says, if one was given. */
export const decodePosition = <A>(
  question: unknown,
  cursor: string | undefined,
  decode: (position: Position) => Option.Option<A>
): Effect.Effect<A | undefined, CommitsError> => {
  if (cursor === undefined || cursor === "") return Effect.undefined
  return Option.match(Option.flatMap(decodeCursor(question, cursor), decode), {
    onNone: () => refused(new CursorInvalid()),
    onSome: (position) => Effect.succeed(position)
  })
}
