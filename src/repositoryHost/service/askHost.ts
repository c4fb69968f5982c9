import { Effect } from "effect"
import { HostError, QueryInvalid, RangeInvalid, RepositoryNotFound, RequestInvalid } from "../model/HostError.ts"
import type {
  CommitSearchInput,
  FileInput,
  FilesInput,
  FileSearchInput,
  FindInput,
  ListInput
} from "../model/inputs.ts"
import { isBlank } from "../model/isBlank.ts"
import { listPage, searchPage } from "../model/pagination.ts"
import { clampLimit, clampOffset, pageLimits } from "../model/paging.ts"
import { RepositoryHost } from "../model/RepositoryHost.ts"
import { isWildcardOnly } from "../model/rewriteQuery.ts"
import { parseQuery } from "../query/parseQuery.ts"
import { suggestNames } from "./suggestNames.ts"

type Host = RepositoryHost["Service"]

const fail = (reason: HostError["reason"]) => Effect.fail(new HostError({ reason }))

const nonEmpty = (text: string | undefined): string | undefined =>
  text === undefined || isBlank(text) ? undefined : text

/** Adds the names that are like an unknown one. */
const withSuggestions =
  (host: Host) =>
  <A>(asked: Effect.Effect<A, HostError>): Effect.Effect<A, HostError> =>
    asked.pipe(
      Effect.catch((error) => {
        if (error.reason._tag !== "RepositoryNotFound") return Effect.fail(error)
        const { name } = error.reason
        return host.names.pipe(
          Effect.orElseSucceed((): ReadonlyArray<string> => []),
          Effect.flatMap((names) => fail(new RepositoryNotFound({ name, suggestions: suggestNames(name, names) })))
        )
      })
    )

/** The names of repositories to ask, as the host knows them. Fails with `RepositoryNotFound` for the first unknown one. */
const checkNames = Effect.fnUntraced(function* (host: Host, given: ReadonlyArray<string> | undefined) {
  if (given === undefined || given.length === 0) return undefined
  const known = new Set(yield* host.names)
  const wanted = new Set<string>()
  for (const name of given) {
    const found = [name, `${name}.git`].find((each) => known.has(each))
    if (found === undefined) {
      return yield* fail(new RepositoryNotFound({ name, suggestions: suggestNames(name, [...known]) }))
    }
    wanted.add(found)
  }
  return [...wanted]
})

/** Fails with `QueryInvalid`, before anything is sent: the original answers a malformed query with nothing. */
const checkQuery = (query: string) => {
  if (isBlank(query)) return fail(new RequestInvalid({ detail: "query must not be empty" }))
  return isWildcardOnly(query)
    ? Effect.void
    : Effect.fromResult(parseQuery(query, "content")).pipe(
        Effect.mapError((problem) => new HostError({ reason: new QueryInvalid(problem) }))
      )
}

const checkText = (name: string, text: string) =>
  isBlank(text) ? fail(new RequestInvalid({ detail: `${name} must not be empty` })) : Effect.void

/** Answers `gb_list_repos`. */
export const askList = Effect.fnUntraced(function* ({ after, limit, offset, query }: ListInput) {
  const host = yield* RepositoryHost
  return yield* listPage(host, {
    query: nonEmpty(query),
    limit: clampLimit(limit, pageLimits.list),
    offset: clampOffset(offset),
    after: nonEmpty(after)
  })
})

/** Answers `gb_list_files`. */
export const askFiles = Effect.fnUntraced(function* ({ limit, offset, path, repo, revision }: FilesInput) {
  yield* checkText("repo", repo)
  const host = yield* RepositoryHost
  const question = {
    repo,
    path: nonEmpty(path) ?? "",
    revision: nonEmpty(revision),
    limit: clampLimit(limit, pageLimits.files),
    offset: clampOffset(offset)
  }
  return yield* withSuggestions(host)(host.files(question))
})

const checkRange = ({ endLine, startLine }: FileInput) => {
  if (startLine !== undefined && startLine < 1) {
    return fail(new RangeInvalid({ detail: `startLine must be at least 1, got ${startLine}.` }))
  }
  if (endLine !== undefined && endLine < (startLine ?? 1)) {
    return fail(
      new RangeInvalid({ detail: `endLine must not be before startLine: got ${startLine ?? 1} to ${endLine}.` })
    )
  }
  return Effect.void
}

/** Answers `gb_read_file`. */
export const askFile = Effect.fnUntraced(function* (input: FileInput) {
  yield* checkText("repo", input.repo)
  yield* checkText("path", input.path)
  yield* checkRange(input)
  const { endLine, path, repo, revision, startLine } = input
  const host = yield* RepositoryHost
  const question = { repo, path, revision: nonEmpty(revision), startLine, endLine }
  return yield* withSuggestions(host)(host.file(question))
})

/** Answers `gb_find_files`. */
export const askFind = Effect.fnUntraced(function* ({ limit, offset, pathPattern, repos, revision }: FindInput) {
  yield* checkText("pathPattern", pathPattern)
  const host = yield* RepositoryHost
  const names = yield* checkNames(host, repos)
  return yield* host.find({
    pathPattern,
    repos: names,
    revision: nonEmpty(revision),
    limit: clampLimit(limit, pageLimits.find),
    offset: clampOffset(offset)
  })
})

const toPaging = ({ after, count, limit, offset }: Pick<FileSearchInput, "after" | "count" | "limit" | "offset">) => ({
  limit: clampLimit(limit ?? count, pageLimits.search),
  offset: clampOffset(offset),
  after: nonEmpty(after),
  isPaginated: count !== undefined
})

/** Answers `gb_file_search`. */
export const askFileSearch = Effect.fnUntraced(function* (input: FileSearchInput) {
  yield* checkQuery(input.query)
  const host = yield* RepositoryHost
  const question = {
    query: input.query,
    repos: yield* checkNames(host, input.repos),
    pathPattern: nonEmpty(input.pathPattern),
    branch: nonEmpty(input.branch),
    contextLines: clampLimit(input.contextLines, pageLimits.context),
    isIndexedOnly: false
  }
  return yield* searchPage(question, toPaging(input), (page) => host.searchFiles({ ...question, ...page }))
})

/** Answers `gb_commit_search`. */
export const askCommitSearch = Effect.fnUntraced(function* (input: CommitSearchInput) {
  yield* checkQuery(input.query)
  const host = yield* RepositoryHost
  const names = yield* checkNames(host, input.repos)
  if (names === undefined) return yield* fail(new RequestInvalid({ detail: "repos must name at least one repository" }))
  // The plugin splits them at commas: `Lovelace, Ada` is one author.
  const authors = (input.authors ?? [])
    .map((author) => author.replaceAll(",", " ").trim())
    .filter((author) => !isBlank(author))
  const question = {
    query: input.query,
    repos: names,
    authors: authors.length === 0 ? undefined : authors,
    branch: nonEmpty(input.branch),
    isIndexedOnly: false
  }
  return yield* searchPage(question, toPaging(input), (page) => host.searchCommits({ ...question, ...page }))
})
