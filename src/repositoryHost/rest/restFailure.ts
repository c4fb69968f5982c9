import type { HostError } from "../model/HostError.ts"

/** What the endpoints answer. */
export interface RestAnswer {
  readonly status: number
  readonly body: unknown
}

const statuses: Readonly<Record<HostError["reason"]["_tag"], number>> = {
  RepositoryNotFound: 404,
  CommitsMissing: 404,
  FolderNotFound: 404,
  FileNotFound: 404,
  RevisionUnknown: 400,
  RequestInvalid: 400,
  FileTooLarge: 400,
  BinaryFile: 400,
  RangeInvalid: 400,
  QueryInvalid: 400,
  AccessDenied: 403,
  TimedOut: 504,
  Unreachable: 502,
  ResponseInvalid: 502,
  HostUnconfigured: 500,
  RootInvalid: 500,
  HostFailed: 500
}

/** Words failures as the original does: with what the caller wrote, as it was written. */
const wordFailure = ({ message, reason }: HostError): string => {
  if (reason._tag === "RepositoryNotFound") return `Repository not found: ${reason.name}`
  if (reason._tag === "FolderNotFound") return `Path not found: ${reason.path}`
  if (reason._tag === "FileNotFound") return `File not found: ${reason.path}`
  if (reason._tag === "RevisionUnknown") return `Cannot resolve revision: ${reason.revision}`
  return reason._tag === "HostFailed" ? `Internal server error: ${message}` : message
}

/** An answer that is only an error. */
export const restError = (status: number, error: string): RestAnswer => ({ status, body: { error, status } })

/** The answer of a failure. */
export const restFailure = (error: HostError): RestAnswer => restError(statuses[error.reason._tag], wordFailure(error))
