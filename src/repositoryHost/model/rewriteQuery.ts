import { isBlank } from "./isBlank.ts"

/** Whether a query consists of wildcards, which asks for everything that the filters leave. */
export const isWildcardOnly = (query: string): boolean => /^[*?\s]+$/.test(query) && !isBlank(query)

/** The filter by branch: the one that was asked for, or those of the repositories' HEADs. */
const branchFilter = (branch: string | undefined, heads: ReadonlyArray<string>): string =>
  branch === undefined ? `(${heads.map((head) => `branch:"${head}"`).join(" OR ")})` : `branch:"${branch}"`

const authorFilter = (authors: ReadonlyArray<string> | undefined): ReadonlyArray<string> =>
  authors === undefined ? [] : [`(${authors.map((author) => `author:${author}`).join(" OR ")})`]

/**
 * The query as the original says that it searched for. Ours only shows it: it is not parsed again, so that parentheses and
 * authors in it change nothing.
 */
export const rewriteQuery = (
  type: "blob" | "commit",
  query: string,
  filters: {
    readonly authors?: ReadonlyArray<string> | undefined
    readonly branch: string | undefined
    readonly heads: ReadonlyArray<string>
  }
): string =>
  [
    `type:${type}`,
    ...(isWildcardOnly(query) ? [] : [`(${query})`]),
    ...authorFilter(filters.authors),
    branchFilter(filters.branch, filters.heads)
  ].join(" AND ")
