import { Effect, Option, Struct } from "effect"
import type { CommitSearchAnswer, FileSearchAnswer } from "../model/answers.ts"
import type { HostError } from "../model/HostError.ts"
import { listPage, searchPage } from "../model/pagination.ts"
import { clampLimit, clampOffset, type PageLimits, pageLimits } from "../model/paging.ts"
import { RepositoryHost } from "../model/RepositoryHost.ts"
import { type Parameters, parseParameters, splitList } from "./parameters.ts"
import { type RestAnswer, restError, restFailure } from "./restFailure.ts"

/** A request: its method and its target as sent, path and query. */
export interface RestRequest {
  readonly method: string
  readonly target: string
}

/** What all endpoints begin with. */
export const restPrefix = "/api/.mcp-internal"

type Endpoint = (parameters: Parameters) => Effect.Effect<RestAnswer, HostError, RepositoryHost>

const ok = (body: unknown): RestAnswer => ({ status: 200, body })

const missing = (name: string) => Effect.succeed(restError(400, `Missing required parameter: ${name}`))

const toPage = (parameters: Parameters, limits: PageLimits) => ({
  limit: clampLimit(parameters.integer("limit"), limits),
  offset: clampOffset(parameters.integer("offset"))
})

/** `count` is the older name of `limit` in searches. */
const toSearchPage = (parameters: Parameters) => {
  const [limit, count] = [parameters.integer("limit"), parameters.integer("count")]
  return {
    limit: clampLimit(limit === undefined || limit < 0 ? count : limit, pageLimits.search),
    offset: clampOffset(parameters.integer("offset")),
    after: parameters.text("after"),
    isPaginated: count !== undefined
  }
}

const toList = (text: string | undefined): ReadonlyArray<string> | undefined =>
  text === undefined ? undefined : splitList(text)

const ask = <A>(
  question: (host: RepositoryHost["Service"]) => Effect.Effect<A, HostError>
): Effect.Effect<RestAnswer, HostError, RepositoryHost> => Effect.map(Effect.flatMap(RepositoryHost, question), ok)

const repos: Endpoint = (parameters) => {
  const [after, query] = [parameters.text("after"), parameters.text("query")]
  const page = toPage(parameters, pageLimits.list)
  return ask((host) =>
    after === undefined ? host.list({ query, ...page }) : listPage(host, { query, after, ...page })
  )
}

const files: Endpoint = (parameters) => {
  const repo = parameters.text("repo")
  if (repo === undefined) return missing("repo")
  const [path, revision] = [parameters.text("path") ?? "", parameters.text("revision")]
  return ask((host) => host.files({ repo, path, revision, ...toPage(parameters, pageLimits.files) }))
}

const file: Endpoint = (parameters) => {
  const [repo, path] = [parameters.text("repo"), parameters.text("path")]
  if (repo === undefined) return missing("repo")
  if (path === undefined) return missing("path")
  return ask((host) =>
    host.file({
      repo,
      path,
      revision: parameters.text("revision"),
      startLine: parameters.integer("startLine"),
      endLine: parameters.integer("endLine")
    })
  )
}

const find: Endpoint = (parameters) => {
  const pathPattern = parameters.text("pathPattern")
  if (pathPattern === undefined) return missing("pathPattern")
  return ask((host) =>
    host.find({
      pathPattern,
      repos: toList(parameters.text("repos")),
      // An empty revision is one, which no repository has.
      revision: parameters.raw("revision"),
      ...toPage(parameters, pageLimits.find)
    })
  )
}

/** The original has no word for how it searched. */
const withoutUnindexed = <A extends Pick<FileSearchAnswer | CommitSearchAnswer, "unindexed">>(
  answer: A
): Omit<A, "unindexed"> => Struct.omit(answer, ["unindexed"])

const searchFiles: Endpoint = (parameters) => {
  const query = parameters.text("query")
  if (query === undefined) return missing("query")
  const question = {
    query,
    repos: toList(parameters.text("repos")),
    pathPattern: parameters.text("pathPattern"),
    branch: parameters.text("branch"),
    contextLines: clampLimit(parameters.integer("contextLines"), pageLimits.context),
    isIndexedOnly: true
  }
  return ask((host) =>
    searchPage(question, toSearchPage(parameters), (page) =>
      Effect.map(host.searchFiles({ ...question, ...page }), withoutUnindexed)
    )
  )
}

const searchCommits: Endpoint = (parameters) => {
  const [query, names] = [parameters.text("query"), toList(parameters.text("repos"))]
  if (query === undefined) return missing("query")
  if (names === undefined) return missing("repos")
  const question = {
    query,
    repos: names,
    authors: toList(parameters.text("authors")),
    branch: parameters.text("branch"),
    isIndexedOnly: true
  }
  return ask((host) =>
    searchPage(question, toSearchPage(parameters), (page) =>
      Effect.map(host.searchCommits({ ...question, ...page }), withoutUnindexed)
    )
  )
}

const endpoints: ReadonlyMap<string, Endpoint> = new Map([
  ["repos", repos],
  ["files", files],
  ["file", file],
  ["find", find],
  ["search/files", searchFiles],
  ["search/commits", searchCommits]
])

const noBody = (status: number): RestAnswer => ({ status, body: undefined })

/** Refuses a method; none for GET. */
const refuseMethod = (method: string): Option.Option<RestAnswer> => {
  if (method === "GET") return Option.none()
  if (method === "OPTIONS") return Option.some(noBody(200))
  if (method === "HEAD") return Option.some(noBody(405))
  return Option.some(restError(405, "Method not allowed. Only GET requests are supported."))
}

/**
 * Answers a request to the plugin's REST interface as the original does (spec gitblit). None for other paths. Never fails:
 * failures are answers too. A body that is undefined is empty.
 */
export const answerRest = ({
  method,
  target
}: RestRequest): Option.Option<Effect.Effect<RestAnswer, never, RepositoryHost>> => {
  const end = target.indexOf("?")
  const [path, query] = end === -1 ? [target, ""] : [target.slice(0, end), target.slice(end + 1)]
  if (!path.startsWith(restPrefix)) return Option.none()
  const refused = refuseMethod(method)
  if (Option.isSome(refused)) return Option.some(Effect.succeed(refused.value))
  const name = path.slice(restPrefix.length).replace(/^\//, "")
  const endpoint = endpoints.get(name)
  if (endpoint === undefined) return Option.some(Effect.succeed(restError(404, `Unknown endpoint: ${name}`)))
  const parameters = parseParameters(query)
  if (Option.isNone(parameters)) return Option.some(Effect.succeed(restError(400, "Unable to parse URI query")))
  return Option.some(endpoint(parameters.value).pipe(Effect.catch((error) => Effect.succeed(restFailure(error)))))
}
