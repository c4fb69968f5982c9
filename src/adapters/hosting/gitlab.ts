import { Option, Schema } from "effect"
import { convertProject, nodesOf, nullable, PageInfo, present } from "./connections.ts"
import type { HostAuthor, HostComment, HostProtocol, MergedRequest, RequestPage } from "./MergedRequest.ts"

/** Commits of a request that are asked for. */
const maxCommits = 50

const fragment = `
fragment request on MergeRequest {
  iid title description webUrl mergedAt updatedAt mergeCommitSha commitCount
  author { username bot }
  commits(first: ${maxCommits}) { nodes { sha title } }
  notes(first: $comments) {
    nodes { body system internal maxAccessLevelOfAuthor author { username bot } position { filePath } } }
}`

const User = Schema.Struct({ username: Schema.String, bot: nullable(Schema.Boolean) })
type User = typeof User.Type

const Note = Schema.Struct({
  body: Schema.String,
  system: nullable(Schema.Boolean),
  internal: nullable(Schema.Boolean),
  maxAccessLevelOfAuthor: nullable(Schema.String),
  author: nullable(User),
  position: nullable(Schema.Struct({ filePath: nullable(Schema.String) }))
})

const Request = Schema.Struct({
  iid: Schema.String.pipe(Schema.check(Schema.isPattern(/^\d{1,9}$/))),
  title: Schema.String,
  description: nullable(Schema.String),
  webUrl: nullable(Schema.String),
  mergedAt: nullable(Schema.String),
  updatedAt: Schema.String,
  mergeCommitSha: nullable(Schema.String),
  commitCount: nullable(Schema.Int),
  author: nullable(User),
  commits: nodesOf(Schema.Struct({ sha: Schema.String, title: nullable(Schema.String) })),
  notes: nodesOf(Note)
})

const decodeRequest = Schema.decodeUnknownOption(Request)

/** Decodes the merge requests of an answer's project. */
const decodeProject = <A>(schema: Schema.ConstraintDecoder<A>) => {
  const decode = Schema.decodeUnknownOption(
    Schema.Struct({ project: Schema.NullOr(Schema.Struct({ mergeRequests: schema })) })
  )
  return (data: unknown) => Option.map(decode(data), ({ project }) => project?.mergeRequests ?? null)
}

const Nodes = nullable(Schema.Array(Schema.Unknown))
const decodeCounted = decodeProject(Schema.Struct({ count: Schema.Int }))
const decodeListed = decodeProject(Schema.Struct({ count: Schema.Int, pageInfo: PageInfo, nodes: Nodes }))
const decodePicked = decodeProject(Schema.Struct({ nodes: Nodes }))

const toAuthor = (author: User | null | undefined, role: string | null | undefined): HostAuthor => ({
  login: author?.username ?? "ghost",
  isBot: author?.bot === true,
  association: Option.filter(Option.fromNullishOr(role), (text) => text !== "")
})

/** Converts comments. Internal ones are not for everyone who may get the notes. */
const toComments = (notes: ReadonlyArray<typeof Note.Type>): ReadonlyArray<HostComment> =>
  notes
    .filter(({ internal, system }) => system !== true && internal !== true)
    .map(({ author, body, maxAccessLevelOfAuthor, position }) => ({
      author: toAuthor(author, maxAccessLevelOfAuthor),
      body,
      path: Option.fromNullishOr(position?.filePath)
    }))

const toRequest = (found: typeof Request.Type): MergedRequest => ({
  number: Number(found.iid),
  title: found.title,
  body: found.description ?? "",
  url: found.webUrl ?? "",
  author: toAuthor(found.author, undefined),
  mergedAt: found.mergedAt ?? found.updatedAt,
  updatedAt: found.updatedAt,
  mergeCommit: Option.fromNullishOr(found.mergeCommitSha),
  // The newest comes first.
  commits: present(found.commits)
    .map(({ sha, title }) => ({ id: sha, subject: title ?? "" }))
    .toReversed(),
  commitCount: found.commitCount ?? 0,
  issues: [],
  comments: toComments(present(found.notes))
})

const readRequests = (nodes: ReadonlyArray<unknown>): Pick<RequestPage, "requests" | "unreadable"> => {
  const requests = nodes.flatMap((node) => Option.toArray(decodeRequest(node)))
  return { requests: requests.map(toRequest), unreadable: nodes.length - requests.length }
}

/** GitLab's GraphQL API, at gitlab.com and on other servers. A description names the issues that it closes itself. */
export const gitlab: HostProtocol = {
  count: (project) => ({
    query: `query($project: ID!) { project(fullPath: $project) { mergeRequests(state: merged) { count } } }`,
    variables: { project }
  }),

  list: (project, { comments, requests }, after) => ({
    query: `query($project: ID!, $first: Int!, $comments: Int!, $after: String) {
      project(fullPath: $project) {
        mergeRequests(state: merged, sort: UPDATED_ASC, first: $first, after: $after) {
          count pageInfo { hasNextPage endCursor } nodes { ...request } } } }${fragment}`,
    variables: { project, first: requests, comments, after: Option.getOrNull(after) }
  }),

  pick: (project, { comments }, numbers) => ({
    query: `query($project: ID!, $first: Int!, $comments: Int!, $iids: [String!]) {
      project(fullPath: $project) {
        mergeRequests(iids: $iids, state: merged, first: $first) { nodes { ...request } } } }${fragment}`,
    variables: { project, first: numbers.length, comments, iids: numbers.map(String) }
  }),

  decodeCount: (data) => convertProject(decodeCounted(data), ({ count }) => count),

  decodePage: (data) =>
    convertProject(decodeListed(data), ({ count, nodes, pageInfo }) => ({
      total: count,
      ...readRequests(nodes ?? []),
      cursor: Option.fromNullishOr(pageInfo.endCursor),
      hasMore: pageInfo.hasNextPage
    })),

  decodePicked: (data) => convertProject(decodePicked(data), ({ nodes }) => readRequests(nodes ?? []))
}
