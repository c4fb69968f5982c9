import { Effect } from "effect"
import { splitPath } from "../../pipeline/subject/splitPath.ts"
import type { QueryError } from "../../pipeline/questions/Pipeline.ts"

/** A question about a path, and perhaps about a part of it. */
interface PathQuery {
  readonly path: string
  readonly anchor?: string
  readonly lines?: string
}

/**
 * Asks again with the anchor, or the lines if the question takes them, that follow a path as in `src/pool.ts:Pool.acquire` and
 * `src/pool.ts:40-60`, where no file has the whole name.
 */
export const followPart = <Query extends PathQuery, A, R>(
  query: Query,
  takesLines: boolean,
  ask: (query: Query) => Effect.Effect<A, QueryError, R>
): Effect.Effect<A, QueryError, R> =>
  Effect.catchReason(ask(query), "PipelineError", "PathNotFound", (_, error) => {
    const { anchor, lines, path } = splitPath(query.path) ?? {}
    if (path === undefined) return Effect.fail(error)
    if (anchor !== undefined && query.anchor === undefined) return ask({ ...query, path, anchor })
    return lines !== undefined && takesLines && query.lines === undefined
      ? ask({ ...query, path, lines })
      : Effect.fail(error)
  })
