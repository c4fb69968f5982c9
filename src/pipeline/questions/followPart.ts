import { Effect } from "effect"
import { plainName } from "../../domain/AnchorName.ts"
import { parseLocations } from "../../domain/Location.ts"
import type { Located } from "../subject/locate.ts"
import { PipelineError } from "../subject/PipelineError.ts"
import { splitPath } from "../subject/splitPath.ts"
import type { Pipeline, QueryError } from "./Pipeline.ts"

/** A question about a path, and perhaps about a part of it. */
interface PathQuery {
  readonly path: string
  readonly anchor?: string
  readonly lines?: string
  readonly outside?: string
}

/** Whether a path names nothing in the repository, and nothing is known to have become of it. */
const isUnknownPath = (error: QueryError): boolean =>
  error instanceof PipelineError &&
  (error.reason._tag === "PathOutside" || (error.reason._tag === "PathNotFound" && error.reason.fate === undefined))

/** The question about a file, and about the lines that were named with it: the unit at them if the question takes no lines. */
const withPlace = <Query extends PathQuery>(
  query: Query,
  { lines, outside, path, unit }: Located,
  takesLines: boolean
): Query | undefined => {
  const found = { ...query, path, ...(outside === undefined ? {} : { outside }) }
  if (lines === undefined) return found
  if (query.lines !== undefined) return undefined
  if (takesLines) return { ...found, lines: `${lines.start}:${lines.end}` }
  return query.anchor === undefined && unit !== undefined ? { ...found, anchor: unit } : found
}

const namesLines = (path: string): boolean => parseLocations(path).some(({ lines }) => lines !== undefined)

const withAnchor = <Query extends PathQuery>(query: Query): Query | undefined => {
  const { anchor, path } = splitPath(query.path) ?? {}
  return path === undefined || anchor === undefined || query.anchor !== undefined
    ? undefined
    : { ...query, path, anchor }
}

/**
 * Asks again where no file has the name that is given for the path: with the anchor, or the lines, that follow a path as in
 * `src/pool.ts:Pool.acquire` and `src/pool.ts:40-60`, or about the file that an address, a line of a stack trace or the end of a path names.
 */
export const followPart = <Query extends PathQuery, A, R>(
  { locate }: Pick<Pipeline["Service"], "locate">,
  given: Query,
  takesLines: boolean,
  ask: (query: Query) => Effect.Effect<A, QueryError, R>
): Effect.Effect<A, QueryError, R> => {
  const query = given.anchor === undefined ? given : { ...given, anchor: plainName(given.anchor) }
  return Effect.gen(function* () {
    const find = yield* Effect.cached(locate(query.path))
    const askElsewhere = Effect.fnUntraced(function* (error: QueryError) {
      const located = yield* find
      const again = located === undefined ? withAnchor(query) : withPlace(query, located, takesLines)
      return yield* again === undefined ? Effect.fail(error) : ask(again)
    })
    // To find out what became of a path takes longer than to see that it is one with lines.
    const located = namesLines(query.path) ? yield* find : undefined
    const again = located === undefined ? undefined : withPlace(query, located, takesLines)
    return yield* again === undefined ? Effect.catchIf(ask(query), isUnknownPath, askElsewhere) : ask(again)
  })
}
