import { Effect } from "effect"
import type { RepositorySummary, Skipped } from "../model/answers.ts"
import { pageLimits } from "../model/paging.ts"
import type { RepositoryHost } from "../model/RepositoryHost.ts"

/** Maximum pages that are asked for. */
const maxPages = 1000

/** Lists all repositories whose name has `query`, page by page. */
export const listAll = Effect.fnUntraced(function* (
  list: RepositoryHost["Service"]["list"],
  query: string | undefined
) {
  const all: Array<RepositorySummary> = []
  const skipped = new Map<string, Skipped>()
  const { max: limit } = pageLimits.list
  for (let page = 0; page < maxPages; page++) {
    const found = yield* list({ query, limit, offset: page * limit })
    all.push(...found.repositories)
    for (const each of found.skipped ?? []) skipped.set(each.repository, each)
    if (!found.limitHit || found.repositories.length === 0) break
  }
  return { repositories: all, skipped: [...skipped.values()] }
})
