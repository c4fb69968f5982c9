import { Effect } from "effect"
import { formatTimestamp } from "../../src/domain/Instant.ts"
import { json, makeModelServer, type ReceivedRequest, type Reply } from "./ModelServer.ts"
import { firstDate } from "./TemporaryRepository.ts"

/** A text with its author, as GitHub's API gives it. */
interface Said {
  readonly body: string
  readonly authorAssociation?: string
  readonly author?: { readonly login: string; readonly __typename: string } | null
}

/** A pull request of the server. */
export interface ServedPull extends Partial<Said> {
  readonly number: number
  readonly title?: string
  /** Hours since 2024 at which it was changed last; its number unless given. */
  readonly updated?: number
  readonly merge?: string | null
  readonly commits?: ReadonlyArray<readonly [id: string, subject: string]>
  readonly issues?: ReadonlyArray<{ readonly number: number; readonly title: string; readonly repository?: string }>
  readonly reviews?: ReadonlyArray<Said>
  readonly threads?: ReadonlyArray<{ readonly path: string; readonly said: ReadonlyArray<Said> }>
  readonly comments?: ReadonlyArray<Said>
}

export const ada = { login: "ada", __typename: "User" }

const toSaid = ({ author = ada, authorAssociation = "MEMBER", body }: Said) => ({ body, authorAssociation, author })

const toTime = (hours: number): string => formatTimestamp((firstDate + hours * 3600) * 1000)

const updatedOf = ({ number, updated = number }: ServedPull): number => updated

const toNode = (pull: ServedPull) => ({
  ...toSaid({ body: "", ...pull }),
  number: pull.number,
  title: pull.title ?? `Change ${pull.number}`,
  url: `https://github.com/octo/demo/pull/${pull.number}`,
  mergedAt: toTime(pull.number),
  updatedAt: toTime(updatedOf(pull)),
  mergeCommit: pull.merge === undefined || pull.merge === null ? null : { oid: pull.merge },
  closingIssuesReferences: {
    nodes: (pull.issues ?? []).map(({ number, repository = "octo/demo", title }) => ({
      number,
      title,
      repository: { nameWithOwner: repository }
    }))
  },
  commits: {
    totalCount: (pull.commits ?? []).length,
    nodes: (pull.commits ?? []).map(([oid, messageHeadline]) => ({ commit: { oid, messageHeadline } }))
  },
  reviews: { nodes: (pull.reviews ?? []).map(toSaid) },
  reviewThreads: {
    nodes: (pull.threads ?? []).map(({ path, said }) => ({ path, comments: { nodes: said.map(toSaid) } }))
  },
  comments: { nodes: (pull.comments ?? []).map(toSaid) }
})

const variable = (request: ReceivedRequest, name: string): unknown => {
  const { variables } = request.body
  return typeof variables === "object" && variables !== null ? Reflect.get(variables, name) : undefined
}

/** How many requests a query asks for at once; 0 for one that only counts. */
export const askedFor = (request: ReceivedRequest): number => Number(variable(request, "first") ?? 0)

/** Answers as GitHub does: by the time of the last change, continued after a cursor that says where it was. */
const answer = (pulls: ReadonlyArray<ServedPull>, request: ReceivedRequest): Reply => {
  const picked = [...String(request.body["query"]).matchAll(/r(\d+): pullRequest/g)].map(([, number]) => Number(number))
  if (picked.length > 0) {
    const found = picked.map((number) => [`r${number}`, pulls.find((pull) => pull.number === number)] as const)
    const repository = Object.fromEntries(found.map(([name, pull]) => [name, pull === undefined ? null : toNode(pull)]))
    return json(200, { data: { repository } })
  }
  const sorted = pulls.toSorted((a, b) => updatedOf(a) - updatedOf(b) || a.number - b.number)
  const after = Number(variable(request, "after") ?? -1)
  const rest = sorted.filter((pull) => updatedOf(pull) > after)
  const page = rest.slice(0, askedFor(request))
  const last = page.at(-1)
  const pullRequests = {
    totalCount: pulls.length,
    pageInfo: { hasNextPage: rest.length > page.length, endCursor: last === undefined ? null : `${updatedOf(last)}` },
    nodes: page.map(toNode)
  }
  return json(200, { data: { repository: { pullRequests } } }, { "x-ratelimit-remaining": "4000" })
}

/** Starts a server that answers as GitHub does, or as `interfere` wants. Change `pulls` between two runs. */
export const makeGitHubServer = Effect.fnUntraced(function* (
  pulls: ReadonlyArray<ServedPull>,
  interfere: (request: ReceivedRequest, before: number) => Reply | undefined = () => undefined
) {
  const server = yield* makeModelServer((request, before) => interfere(request, before) ?? answer(pulls, request))
  return { ...server, host: new URL(server.url).host }
})
export type GitHubServer = Effect.Success<ReturnType<typeof makeGitHubServer>>
