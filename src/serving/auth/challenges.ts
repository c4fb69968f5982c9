import { errorResponse } from "../../adapters/http/responses.ts"
import type { Scope } from "../../domain/Principal.ts"

/** The scope as clients and identity providers write it. */
export const scopeName = (scope: Scope): string => `ultragit:${scope}`

const quote = (text: string): string => `"${text.replace(/[^\x20-\x7e]/g, "").replace(/["\\]/g, "\\$&")}"`

const challenge = (parameters: Readonly<Record<string, string | undefined>>): string => {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${quote(value)}`]
  )
  return ["Bearer", given.join(", ")].join(" ").trim()
}

/** 401: no token, or one that is not valid (RFC 6750 section 3). */
export const unauthorized = (detail: string | undefined, metadataUrl: string | undefined): Response =>
  errorResponse(401, "unauthorized", detail ?? "A token is needed", {
    hint: "Send the header Authorization: Bearer TOKEN with every request.",
    headers: {
      "www-authenticate": challenge({
        realm: "ultragit",
        error: detail === undefined ? undefined : "invalid_token",
        error_description: detail,
        scope: scopeName("read"),
        resource_metadata: metadataUrl
      })
    }
  })

/** 403: the token is valid, and not for this (RFC 6750 section 3.1). */
export const insufficientScope = (scope: Scope, metadataUrl: string | undefined): Response =>
  errorResponse(403, "insufficient_scope", `This call needs the scope ${scopeName(scope)}`, {
    headers: {
      "www-authenticate": challenge({
        realm: "ultragit",
        error: "insufficient_scope",
        scope: scope === "read" ? scopeName("read") : `${scopeName("read")} ${scopeName(scope)}`,
        resource_metadata: metadataUrl
      })
    }
  })

/** 503: whether the token is valid cannot be found out now. */
export const unavailable = (detail: string): Response =>
  errorResponse(503, "authentication_unavailable", detail, { headers: { "retry-after": "5" } })

/** 429: too many calls in too short a time. */
export const tooMany = (retryAfterMillis: number): Response =>
  errorResponse(429, "rate_limited", "Too many requests", {
    headers: { "retry-after": String(Math.max(1, Math.ceil(retryAfterMillis / 1000))) }
  })
