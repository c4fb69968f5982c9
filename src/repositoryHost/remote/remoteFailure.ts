import { Option, Schema } from "effect"
import type { GitblitAnswer } from "../../adapters/gitblit/GitblitConnection.ts"
import type { GitblitConnectionError } from "../../adapters/gitblit/GitblitConnectionError.ts"
import {
  AccessDenied,
  BinaryFile,
  CommitsMissing,
  FileNotFound,
  FileTooLarge,
  FolderNotFound,
  HostError,
  HostFailed,
  QueryInvalid,
  RepositoryNotFound,
  RequestInvalid,
  ResponseInvalid,
  RevisionUnknown,
  TimedOut,
  Unreachable
} from "../model/HostError.ts"
import { WireError } from "./wire.ts"

type Reason = HostError["reason"]

const decodeError = Schema.decodeUnknownOption(Schema.fromJsonString(WireError))

/** The text after a beginning; undefined if the message begins otherwise. */
const after = (message: string, beginning: string): string | undefined =>
  message.startsWith(beginning) ? message.slice(beginning.length) : undefined

const malformedQuery = /^Malformed query at character (\d{1,9}): (.*)$/s

const readQueryProblem = (message: string): Reason | undefined => {
  const found = malformedQuery.exec(message)
  return found === null ? undefined : new QueryInvalid({ position: Number(found[1]), detail: found[2] ?? "" })
}

const toNotFound = (message: string): Reason => {
  const repository = after(message, "Repository not found: ")
  if (repository !== undefined) return new RepositoryNotFound({ name: repository, suggestions: [] })
  if (message === "Repository has no commits") return new CommitsMissing({})
  const folder = after(message, "Path not found: ")
  if (folder !== undefined) return new FolderNotFound({ path: folder })
  const file = after(message, "File not found: ")
  if (file !== undefined) return new FileNotFound({ path: file })
  return new ResponseInvalid({ detail: `HTTP 404: ${message}` })
}

const toInvalid = (message: string): Reason => {
  if (message.startsWith("File exceeds maximum size")) return new FileTooLarge({})
  if (message.startsWith("Binary file")) return new BinaryFile({})
  const revision = after(message, "Cannot resolve revision: ")
  if (revision !== undefined) return new RevisionUnknown({ revision })
  return readQueryProblem(message) ?? new RequestInvalid({ detail: message })
}

const toReason = ({ status, text }: GitblitAnswer): Reason => {
  if (status === 401 || status === 403) return new AccessDenied({ status })
  if (status === 502 || status === 503) return new Unreachable({ detail: `HTTP ${status}` })
  if (status === 504) return new TimedOut({ what: "The Gitblit server", seconds: 30 })
  const error = Option.getOrUndefined(decodeError(text))?.error
  if (error === undefined) return new ResponseInvalid({ detail: `HTTP ${status} without the plugin's error` })
  if (status === 404) return toNotFound(error)
  if (status === 400) return toInvalid(error)
  return new HostFailed({ detail: error })
}

/** The failure that an answer with another status than 200 stands for. */
export const remoteFailure = (answer: GitblitAnswer): HostError => new HostError({ reason: toReason(answer) })

/** The failure of a request that brought no answer. */
export const connectionFailure = ({ message, reason }: GitblitConnectionError): HostError => {
  switch (reason._tag) {
    case "AnswerLate":
      return new HostError({ reason: new TimedOut({ what: "The Gitblit server", seconds: reason.seconds }) })
    case "ServerUnreachable":
      return new HostError({ reason: new Unreachable({ detail: reason.detail }) })
    case "AnswerUnusable":
      return new HostError({ reason: new ResponseInvalid({ detail: reason.detail }) })
    case "ServerInvalid":
      return new HostError({ reason: new RequestInvalid({ detail: message }) })
  }
}
