import { Option, Schema } from "effect"
import { convertProject, nodesOf, nullable, PageInfo, present } from "./connections.ts"
import type { HostAuthor, HostComment, HostProtocol, MergedRequest, RequestPage } from "./MergedRequest.ts"

/** Commits of a request that are asked for, to recognise a rebase. */
const maxCommits = 50
/** Closed issues, and comments of a thread, that are asked for. */
const maxIssues = 10
const maxThreadComments = 6

const fragments = `
fragment who on Comment { body authorAssociation author { login __typename } }
fragment request on PullRequest {
  number title url mergedAt updatedAt ...who
  mergeCommit { oid }
  closingIssuesReferences(first: ${maxIssues}) { nodes { number title repository { nameWithOwner } } }
  commits(first: ${maxCommits}) { totalCount nodes { commit { oid messageHeadline } } }
  reviews(first: $comments) { nodes { ...who } }
  reviewThreads(first: $comments) { nodes { path comments(first: ${maxThreadComments}) { nodes { ...who } } } }
  comments(first: $comments) { nodes { ...who } }
}`

const Who = Schema.Struct({
  body: Schema.String,
  authorAssociation: nullable(Schema.String),
  author: nullable(Schema.Struct({ login: Schema.String, __typename: nullable(Schema.String) }))
})
type Who = typeof Who.Type

const Request = Schema.Struct({
  ...Who.fields,
  number: Schema.Int,
  title: Schema.String,
  url: Schema.String,
  mergedAt: Schema.String,
  updatedAt: Schema.String,
  mergeCommit: nullable(Schema.Struct({ oid: Schema.String })),
  closingIssuesReferences: nodesOf(
    Schema.Struct({
      number: Schema.Int,
      title: Schema.String,
      repository: Schema.Struct({ nameWithOwner: Schema.String })
    })
  ),
  commits: nullable(
    Schema.Struct({
      totalCount: Schema.Int,
      nodes: nullable(
        Schema.Array(
          Schema.NullOr(
            Schema.Struct({ commit: Schema.Struct({ oid: Schema.String, messageHeadline: Schema.String }) })
          )
        )
      )
    })
  ),
  reviews: nodesOf(Who),
  reviewThreads: nodesOf(Schema.Struct({ path: nullable(Schema.String), comments: nodesOf(Who) })),
  comments: nodesOf(Who)
})

const Connection = Schema.Struct({
  totalCount: Schema.Int,
  pageInfo: PageInfo,
  nodes: nullable(Schema.Array(Schema.Unknown))
})

const decodeRequest = Schema.decodeUnknownOption(Request)

/** Decodes the repository of an answer. */
const decodeRepository = <A>(schema: Schema.ConstraintDecoder<A>) => {
  const decode = Schema.decodeUnknownOption(Schema.Struct({ repository: Schema.NullOr(schema) }))
  return (data: unknown) => Option.map(decode(data), ({ repository }) => repository)
}

const decodeCounted = decodeRepository(Schema.Struct({ pullRequests: Schema.Struct({ totalCount: Schema.Int }) }))
const decodeListed = decodeRepository(Schema.Struct({ pullRequests: Connection }))
const decodePicked = decodeRepository(Schema.Record(Schema.String, Schema.Unknown))

const toAuthor = ({ author, authorAssociation }: Who): HostAuthor => ({
  login: author?.login ?? "ghost",
  isBot: author?.__typename === "Bot",
  association: Option.fromNullishOr(authorAssociation)
})

const toComment =
  (path: string | null | undefined) =>
  (said: Who): HostComment => ({
    author: toAuthor(said),
    body: said.body,
    path: Option.fromNullishOr(path)
  })

const toRequest = (found: typeof Request.Type, project: string): MergedRequest => ({
  number: found.number,
  title: found.title,
  body: found.body,
  url: found.url,
  author: toAuthor(found),
  mergedAt: found.mergedAt,
  updatedAt: found.updatedAt,
  mergeCommit: Option.fromNullishOr(found.mergeCommit?.oid),
  commits: present(found.commits).map(({ commit }) => ({ id: commit.oid, subject: commit.messageHeadline })),
  commitCount: found.commits?.totalCount ?? 0,
  issues: present(found.closingIssuesReferences).map(({ number, repository, title }) => ({
    id: repository.nameWithOwner === project ? `#${number}` : `${repository.nameWithOwner}#${number}`,
    title
  })),
  comments: [
    ...present(found.reviews).map(toComment(undefined)),
    ...present(found.reviewThreads).flatMap((thread) => present(thread.comments).map(toComment(thread.path))),
    ...present(found.comments).map(toComment(undefined))
  ]
})

/** `https://host/owner/name/pull/12`: the project under its present name, which a rename changes. */
const projectOf = (url: string): string => /^https?:\/\/[^/]+\/([^/]+\/[^/]+)\//.exec(url)?.[1] ?? ""

const readRequests = (nodes: ReadonlyArray<unknown>): Pick<RequestPage, "requests" | "unreadable"> => {
  const requests = nodes.flatMap((node) => Option.toArray(decodeRequest(node)))
  return {
    requests: requests.map((found) => toRequest(found, projectOf(found.url))),
    unreadable: nodes.length - requests.length
  }
}

const split = (project: string) => {
  const [owner = "", name = ""] = project.split("/")
  return { owner, name }
}

/** GitHub's GraphQL API, at github.com and on Enterprise servers. */
export const github: HostProtocol = {
  count: (project) => ({
    query: `query($owner: String!, $name: String!) {
      repository(owner: $owner, name: $name) { pullRequests(states: MERGED) { totalCount } } }`,
    variables: split(project)
  }),

  list: (project, { comments, requests }, after) => ({
    query: `query($owner: String!, $name: String!, $first: Int!, $comments: Int!, $after: String) {
      repository(owner: $owner, name: $name) {
        pullRequests(states: MERGED, first: $first, after: $after, orderBy: { field: UPDATED_AT, direction: ASC }) {
          totalCount pageInfo { hasNextPage endCursor } nodes { ...request } } } }${fragments}`,
    variables: { ...split(project), first: requests, comments, after: Option.getOrNull(after) }
  }),

  pick: (project, { comments }, numbers) => ({
    query: `query($owner: String!, $name: String!, $comments: Int!) {
      repository(owner: $owner, name: $name) {
        ${numbers.map((number) => `r${number}: pullRequest(number: ${number}) { ...request }`).join("\n")} } }${fragments}`,
    variables: { ...split(project), comments }
  }),

  decodeCount: (data) => convertProject(decodeCounted(data), ({ pullRequests }) => pullRequests.totalCount),

  decodePage: (data) =>
    convertProject(decodeListed(data), ({ pullRequests: { nodes, pageInfo, totalCount } }) => ({
      total: totalCount,
      ...readRequests(nodes ?? []),
      cursor: Option.fromNullishOr(pageInfo.endCursor),
      hasMore: pageInfo.hasNextPage
    })),

  decodePicked: (data) => convertProject(decodePicked(data), (repository) => readRequests(Object.values(repository)))
}
