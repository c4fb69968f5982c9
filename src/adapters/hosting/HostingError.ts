import { Option, Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { formatTimestamp } from "../../domain/Instant.ts"

const kept = "What was imported so far is kept; run the command again to continue."

/** There is no token for the host. */
export class TokenMissing extends FailureReason<TokenMissing>()(
  "TokenMissing",
  { host: Schema.String, remedy: Schema.String },
  ({ host, remedy }) => ({ code: "hosting_token_missing", message: `There is no token for ${host}.`, hint: remedy })
) {}

/** The host rejected the token (401). */
export class TokenRejected extends FailureReason<TokenRejected>()(
  "TokenRejected",
  { host: Schema.String, source: Schema.String },
  ({ host, source }) => ({
    code: "hosting_token_rejected",
    message: `${host} rejected the token from ${source}.`,
    hint: "It may have expired, or be for another host. Renew it and run the command again."
  })
) {}

/** The token does not give access to the project (403). */
export class AccessDenied extends FailureReason<AccessDenied>()(
  "AccessDenied",
  { host: Schema.String, source: Schema.String, detail: Schema.String },
  ({ detail, host, source }) => ({
    code: "hosting_access_denied",
    message: `${host} denied access with the token from ${source}${detail === "" ? "." : `: ${detail}`}`,
    hint: "The token needs read access to pull requests and issues (GitHub: repo, GitLab: read_api), and to be authorized for single sign-on where the organization demands it."
  })
) {}

/** The host has no such project, or does not show it to this token. */
export class ProjectNotFound extends FailureReason<ProjectNotFound>()(
  "ProjectNotFound",
  { host: Schema.String, project: Schema.String },
  ({ host, project }) => ({
    code: "hosting_project_not_found",
    message: `${host} has no project ${project} that this token can read.`,
    hint: "Check the remote's address with git remote -v, name another remote with --remote, or use a token that can read the project."
  })
) {}

/** The host does not have the API (404). */
export class ApiMissing extends FailureReason<ApiMissing>()(
  "ApiMissing",
  { host: Schema.String, title: Schema.String },
  ({ host, title }) => ({
    code: "hosting_api_missing",
    message: `${host} does not have the GraphQL API of ${title}.`,
    hint: "Name a remote of the right host with --remote, or use the command of the other kind of host."
  })
) {}

/** Too many requests, even after waiting; or the host wants a longer wait than a command should take. */
export class RateLimited extends FailureReason<RateLimited>()(
  "RateLimited",
  {
    host: Schema.String,
    /** Seconds since 1970 before which it wants no request. */
    until: Schema.Option(Schema.Finite)
  },
  ({ host, until }) => ({
    code: "hosting_rate_limited",
    message: `The rate limit of ${host} is used up${Option.match(until, {
      onNone: () => "",
      onSome: (seconds) => ` until ${formatTimestamp(seconds * 1000)}`
    })}.`,
    hint: kept
  })
) {}

/** The host could not answer a query of this size: a timeout, a cut or too long an answer. A smaller one may succeed. */
export class AnswerTooLarge extends FailureReason<AnswerTooLarge>()(
  "AnswerTooLarge",
  { host: Schema.String, detail: Schema.String },
  ({ detail, host }) => ({
    code: "hosting_answer_incomplete",
    message: `${host} gave no complete answer: ${detail}.`,
    hint: `Try again later. ${kept}`
  })
) {}

/** The host is overloaded or failing, even after retries. */
export class Unavailable extends FailureReason<Unavailable>()(
  "Unavailable",
  { host: Schema.String, status: Schema.Int },
  ({ host, status }) => ({
    code: "hosting_unavailable",
    message: `${host} is temporarily unavailable (status ${status}).`,
    hint: `Try again later. ${kept}`
  })
) {}

/** The host redirected. Redirects are not followed, so that the token only goes to the host of the remote. */
export class Redirected extends FailureReason<Redirected>()(
  "Redirected",
  { host: Schema.String, status: Schema.Int },
  ({ host, status }) => ({
    code: "hosting_redirected",
    message: `Redirect from ${host} not followed (status ${status}).`,
    hint: "Set the remote's address to the host's own name: git remote set-url NAME URL"
  })
) {}

/** The host rejected the query. */
export class QueryRejected extends FailureReason<QueryRejected>()(
  "QueryRejected",
  { host: Schema.String, status: Schema.Int, detail: Schema.String },
  ({ detail, host, status }) => ({
    code: "hosting_query_rejected",
    message: `${host} rejected the query (status ${status})${detail === "" ? "." : `: ${detail}`}`
  })
) {}

/** The answer does not have the expected form. */
export class AnswerMalformed extends FailureReason<AnswerMalformed>()(
  "AnswerMalformed",
  { host: Schema.String, detail: Schema.String },
  ({ detail, host }) => ({ code: "hosting_answer_malformed", message: `Unusable answer from ${host}: ${detail}.` })
) {}

/** The host cannot be reached, or the connection broke. */
export class ConnectionFailed extends FailureReason<ConnectionFailed>()(
  "ConnectionFailed",
  { host: Schema.String, detail: Schema.String },
  ({ detail, host }) => ({
    code: "hosting_connection_failed",
    message: `No connection to ${host}: ${detail}.`,
    hint: "If the remote's address has an alias for ssh, add a remote with the host's own name and name it with --remote. Behind a proxy, set NODE_USE_ENV_PROXY=1."
  })
) {}

const Reason = Schema.Union([
  TokenMissing,
  TokenRejected,
  AccessDenied,
  ProjectNotFound,
  ApiMissing,
  RateLimited,
  AnswerTooLarge,
  Unavailable,
  Redirected,
  QueryRejected,
  AnswerMalformed,
  ConnectionFailed
])

/** The error of `Hosting`. Its code, message and hint are those of its reason and never contain the token. */
export class HostingError extends ServiceError<HostingError>()("HostingError", Reason) {}
