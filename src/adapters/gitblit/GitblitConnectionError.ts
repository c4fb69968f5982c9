import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** The address or the credentials cannot be used. */
export class ServerInvalid extends FailureReason<ServerInvalid>()(
  "ServerInvalid",
  { detail: Schema.String },
  ({ detail }) => ({ code: "INVALID_REQUEST", message: detail })
) {}

/** No complete answer came in time. */
export class AnswerLate extends FailureReason<AnswerLate>()(
  "AnswerLate",
  { seconds: Schema.Finite },
  ({ seconds }) => ({
    code: "TIMEOUT",
    message: `The Gitblit server did not answer within ${seconds} s.`
  })
) {}

/** There is no connection, or it broke, or a proxy says that the server is not there. */
export class ServerUnreachable extends FailureReason<ServerUnreachable>()(
  "ServerUnreachable",
  { detail: Schema.String },
  ({ detail }) => ({
    code: "UNREACHABLE",
    message: `Cannot reach the Gitblit server: ${escapeControls(detail)}.`,
    hint: "Check GITBLIT_URL and the network."
  })
) {}

/** What came is no answer of the plugin. */
export class AnswerUnusable extends FailureReason<AnswerUnusable>()(
  "AnswerUnusable",
  { detail: Schema.String },
  ({ detail }) => ({
    code: "INVALID_RESPONSE",
    message: `The Gitblit server's answer cannot be used: ${escapeControls(detail)}.`
  })
) {}

/** Every failure of a request that brings no answer. */
export class GitblitConnectionError extends ServiceError<GitblitConnectionError>()(
  "GitblitConnectionError",
  Schema.Union([ServerInvalid, AnswerLate, ServerUnreachable, AnswerUnusable])
) {}
