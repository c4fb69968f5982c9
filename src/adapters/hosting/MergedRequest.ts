import type { Option } from "effect"

/** Who wrote a text. */
export interface HostAuthor {
  readonly login: string
  /** Whether the host says that the account is a program's. */
  readonly isBot: boolean
  /** What the author is to the project: `OWNER`, `MEMBER`, `COLLABORATOR`, `CONTRIBUTOR`, `NONE`, or GitLab's role. */
  readonly association: Option.Option<string>
}

/** A comment of a review or of the conversation. */
export interface HostComment {
  readonly author: HostAuthor
  readonly body: string
  /** The file that it is about. */
  readonly path: Option.Option<string>
}

/** A merged pull request (GitHub) or merge request (GitLab) as its host has it. Ids and texts are unchecked. */
export interface MergedRequest {
  readonly number: number
  readonly title: string
  readonly body: string
  readonly url: string
  readonly author: HostAuthor
  readonly mergedAt: string
  readonly updatedAt: string
  /** The merge or squash commit, or the last one of a rebase. */
  readonly mergeCommit: Option.Option<string>
  /** The first commits of its branch, oldest first; a long subject may be cut, with `…`. */
  readonly commits: ReadonlyArray<{ readonly id: string; readonly subject: string }>
  /** Number of commits in its branch. */
  readonly commitCount: number
  /** Issues that the merge closed: `#12` or `owner/name#12`. */
  readonly issues: ReadonlyArray<{ readonly id: string; readonly title: string }>
  readonly comments: ReadonlyArray<HostComment>
}

/** A page of merged requests, those that were changed longest ago first. */
export interface RequestPage {
  /** Number of all merged requests of the project. */
  readonly total: number
  readonly requests: ReadonlyArray<MergedRequest>
  /** Requests that the host did not give, or not in the form expected. */
  readonly unreadable: number
  /** Continues after this page; none after an empty page. */
  readonly cursor: Option.Option<string>
  readonly hasMore: boolean
}

/** How much to ask for at once. */
export interface BatchSize {
  readonly requests: number
  /** Reviews, threads and comments of each request. */
  readonly comments: number
}

/** A GraphQL query. */
export interface HostQuery {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
}

/** What a host's answer holds: none if the project is not there; `undefined` if the answer has another form. */
export type Decoded<A> = Option.Option<A> | undefined

/** The API of a kind of host. */
export interface HostProtocol {
  /** Asks only for the number of merged requests. */
  count(project: string): HostQuery
  list(project: string, size: BatchSize, after: Option.Option<string>): HostQuery
  /** Asks for requests by number. */
  pick(project: string, size: BatchSize, numbers: ReadonlyArray<number>): HostQuery
  decodeCount(data: unknown): Decoded<number>
  decodePage(data: unknown): Decoded<RequestPage>
  /** The page of a `pick`, without total and cursor. */
  decodePicked(data: unknown): Decoded<Pick<RequestPage, "requests" | "unreadable">>
}
