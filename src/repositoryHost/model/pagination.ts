import { Effect, Option, Schema } from "effect"
import { decodeCursor, encodeCursor } from "../../store/cursor.ts"
import type { Pagination } from "./answers.ts"
import { HostError, RequestInvalid } from "./HostError.ts"
import type { RepositoryHost } from "./RepositoryHost.ts"

/** Arguments of a list, where the seed's cursor is the name of the last repository. */
interface ListPage {
  readonly query: string | undefined
  readonly limit: number
  readonly offset: number
  readonly after: string | undefined
}

const isAfter = (name: string, cursor: string): boolean => name.toLowerCase() > cursor.toLowerCase()

/** The names that a list is about, in its order. */
const matchingNames = ({ names }: RepositoryHost["Service"], query = "") =>
  Effect.map(names, (all) => all.filter((name) => name.toLowerCase().includes(query.toLowerCase())))

/** Where a list goes on after a repository: also one that was removed meanwhile. */
const offsetAfter = Effect.fnUntraced(function* (
  host: RepositoryHost["Service"],
  { after, query }: { readonly after: string; readonly query: string | undefined }
) {
  const matching = yield* matchingNames(host, query)
  const known = matching.indexOf(after)
  if (known !== -1) return known + 1
  const next = matching.findIndex((name) => isAfter(name, after))
  return next === -1 ? matching.length : next
})

/** Lists repositories with pagination, also after a cursor. */
export const listPage = Effect.fnUntraced(function* (host: RepositoryHost["Service"], page: ListPage) {
  const { after, limit, offset, query } = page
  const start = after === undefined ? offset : yield* offsetAfter(host, { after, query })
  const answer = yield* host.list({ query, limit, offset: start })
  const { limitHit, repositories, totalCount } = answer
  if (!limitHit) return { ...answer, pagination: { totalCount, hasNextPage: false } }
  // Broken repositories have a place in the list, too: a page may end with one, or have no others.
  const isWhole = repositories.length === limit
  const last = isWhole ? repositories.at(-1)?.name : (yield* matchingNames(host, query))[start + limit - 1]
  const pagination: Pagination = {
    totalCount,
    hasNextPage: true,
    ...(last === undefined ? {} : { endCursor: last })
  }
  return { ...answer, pagination }
})

const decodeOffset = Schema.decodeUnknownOption(
  Schema.Tuple([Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(0)))])
)

/** Answer of a search, as far as its pages are concerned. */
interface SearchPage {
  readonly totalCount: number
  readonly limitHit: boolean
}

/** Arguments of a search that say which page is asked for. */
interface Paging {
  readonly limit: number
  readonly offset: number
  readonly after: string | undefined
  /** Whether the answer has pagination even without a cursor. */
  readonly isPaginated: boolean
}

/** Searches with pagination, where a cursor or the seed's `count` is given. A cursor goes with its `question` only. */
export const searchPage = Effect.fnUntraced(function* <A extends SearchPage>(
  question: object,
  { after, isPaginated, limit, offset }: Paging,
  search: (page: { readonly limit: number; readonly offset: number }) => Effect.Effect<A, HostError>
) {
  const decoded =
    after === undefined
      ? Option.some(offset)
      : Option.map(Option.flatMap(decodeCursor(question, after), decodeOffset), ([start]) => start)
  if (Option.isNone(decoded)) {
    const detail = "after must be the endCursor of the same search"
    return yield* new HostError({ reason: new RequestInvalid({ detail }) })
  }
  const answer = yield* search({ limit, offset: decoded.value })
  if (after === undefined && !isPaginated) return answer
  const { limitHit, totalCount } = answer
  const next = limitHit ? { endCursor: encodeCursor(question, [decoded.value + limit]) } : {}
  return { ...answer, pagination: { totalCount, hasNextPage: limitHit, ...next } }
})
