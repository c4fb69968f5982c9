import { Predicate } from "effect"

const describedCodes: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ENOTFOUND: "no such host",
  EAI_AGAIN: "temporary DNS failure",
  ECONNRESET: "the connection broke",
  UND_ERR_SOCKET: "the connection broke",
  UND_ERR_CONNECT_TIMEOUT: "connection timed out",
  UND_ERR_HEADERS_TIMEOUT: "no response",
  UND_ERR_BODY_TIMEOUT: "the answer stopped"
}

/** Finds the innermost error code of Node. */
const findErrorCode = (error: unknown, depth = 0): string | undefined => {
  if (depth > 5 || !Predicate.isObject(error)) return undefined
  const inner = "cause" in error ? findErrorCode(error["cause"], depth + 1) : undefined
  return inner ?? ("code" in error && typeof error["code"] === "string" ? error["code"] : undefined)
}

/** Describes why a connection failed: known codes in words, other codes as they are, and nothing else of the error. */
export const describeConnectionFailure = (error: unknown): string => {
  const code = findErrorCode(error)
  const known = code === undefined ? undefined : (describedCodes[code] ?? /^[A-Z_]{1,60}$/.exec(code)?.[0])
  return known ?? "the connection broke"
}
