import { Effect } from "effect"
import { CurrentVisibility, keepVisible } from "../../domain/Visibility.ts"
import type { Skipped } from "../model/answers.ts"
import { HostError, RepositoryNotFound, RequestInvalid } from "../model/HostError.ts"
import type { RepositoryHost } from "../model/RepositoryHost.ts"
import { listAll } from "./listAll.ts"

type Host = RepositoryHost["Service"]

const fail = (reason: HostError["reason"]) => Effect.fail(new HostError({ reason }))

/** Leaves what was said of repositories that the caller may know of. */
const keepSkipped = Effect.fnUntraced(function* <A extends { readonly skipped?: ReadonlyArray<Skipped> }>(answer: A) {
  const { skipped, ...rest } = answer
  const kept = yield* keepVisible((skipped ?? []).map((each) => ({ ...each, name: each.repository })))
  const shown = kept.map(({ reason, repository }) => ({ repository, reason }))
  return { ...rest, ...(shown.length === 0 ? {} : { skipped: shown }) }
})

/** The name by which the server knows a repository; fails with `RepositoryNotFound` where the caller may not know of it. */
const requireName = Effect.fnUntraced(function* ({ names }: Host, given: string) {
  const known = new Set(yield* names)
  const found = [given, `${given}.git`].find((name) => known.has(name))
  return found ?? (yield* fail(new RepositoryNotFound({ name: given, suggestions: [] })))
})

/** The names to ask the server for: of those that were given, or of all, the ones that the caller may know of. */
const requireNames = Effect.fnUntraced(function* (
  { names }: Host,
  given: ReadonlyArray<string> | undefined,
  detail: string
) {
  const known = yield* names
  const wanted = given === undefined ? known : given.filter((name) => known.includes(name))
  return wanted.length === 0 ? yield* fail(new RequestInvalid({ detail })) : wanted
})

const noneFound = "No accessible repositories found"
const noneSearched = "No accessible indexed repositories found"

const limitToVisible = (host: Host): Host => {
  const names = Effect.flatMap(host.names, (all) =>
    Effect.map(keepVisible(all.map((name) => ({ name }))), (kept) => kept.map(({ name }) => name))
  )
  const limited = { ...host, names }
  const list: Host["list"] = Effect.fnUntraced(function* ({ limit, offset, query }) {
    const all = yield* listAll(host.list, query)
    const repositories = yield* keepVisible(all.repositories)
    const end = offset + limit
    return yield* keepSkipped({
      repositories: repositories.slice(offset, end),
      totalCount: repositories.length,
      limitHit: end < repositories.length,
      skipped: all.skipped
    })
  })
  const searchIn = <Q extends { readonly repos: ReadonlyArray<string> | undefined }>(question: Q) =>
    Effect.map(requireNames(limited, question.repos, noneSearched), (repos) => ({ ...question, repos }))
  return {
    ...limited,
    list,
    files: (question) =>
      Effect.flatMap(requireName(limited, question.repo), (repo) => host.files({ ...question, repo })),
    file: (question) => Effect.flatMap(requireName(limited, question.repo), (repo) => host.file({ ...question, repo })),
    find: (question) =>
      requireNames(limited, question.repos, noneFound).pipe(
        Effect.flatMap((repos) => host.find({ ...question, repos })),
        Effect.flatMap(keepSkipped)
      ),
    searchFiles: (question) => searchIn(question).pipe(Effect.flatMap(host.searchFiles), Effect.flatMap(keepSkipped)),
    searchCommits: (question) =>
      searchIn(question).pipe(Effect.flatMap(host.searchCommits), Effect.flatMap(keepSkipped))
  }
}

/** The same host, of which a caller that may not know of all repositories sees only its own. */
export const showVisible = (host: Host): Host => {
  const limited = limitToVisible(host)
  const chosen = Effect.map(CurrentVisibility, (isVisible) => (isVisible === undefined ? host : limited))
  return {
    list: (question) => Effect.flatMap(chosen, (each) => each.list(question)),
    files: (question) => Effect.flatMap(chosen, (each) => each.files(question)),
    file: (question) => Effect.flatMap(chosen, (each) => each.file(question)),
    find: (question) => Effect.flatMap(chosen, (each) => each.find(question)),
    searchFiles: (question) => Effect.flatMap(chosen, (each) => each.searchFiles(question)),
    searchCommits: (question) => Effect.flatMap(chosen, (each) => each.searchCommits(question)),
    updateIndex: host.updateIndex,
    names: Effect.flatMap(chosen, ({ names }) => names)
  }
}
