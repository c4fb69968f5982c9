import { localhostAllowedHostnames, validateHostHeader, validateOriginHeader } from "@modelcontextprotocol/server"
import { Cause, Effect, Option } from "effect"
import type { RepositoryHost } from "../../repositoryHost/model/RepositoryHost.ts"
import { answerRest } from "../../repositoryHost/rest/answerRest.ts"
import { type RestAnswer, restError } from "../../repositoryHost/rest/restFailure.ts"

/** Whom the interface answers. */
export interface RestAccess {
  /** Further names by which clients may address the server. */
  readonly hostNames: ReadonlyArray<string>
  /** The site whose pages may read answers, or `*` for any; undefined for none. */
  readonly allowedOrigin: string | undefined
}

const failed = restError(500, "Internal server error: the request could not be answered")

const crossOriginHeaders = (allowedOrigin: string): Readonly<Record<string, string>> => ({
  "access-control-allow-origin": allowedOrigin,
  "access-control-allow-methods": "GET, OPTIONS",
  "access-control-allow-headers": "Authorization, Content-Type",
  ...(allowedOrigin === "*" ? {} : { vary: "Origin" })
})

const isAllowedOrigin = (origin: string | null, { allowedOrigin, hostNames }: RestAccess): boolean =>
  allowedOrigin === "*" ||
  (origin !== null && origin === allowedOrigin) ||
  validateOriginHeader(origin, [...localhostAllowedHostnames(), ...hostNames]).ok

/** Refuses other names of this host, and pages of other sites. */
const refuse = ({ headers }: Request, access: RestAccess): RestAnswer | undefined => {
  const host = validateHostHeader(headers.get("host"), [...localhostAllowedHostnames(), ...access.hostNames])
  if (!host.ok) return restError(403, "This server does not go by that host name")
  return isAllowedOrigin(headers.get("origin"), access) ? undefined : restError(403, "Pages of that site may not ask")
}

const toResponse = ({ body, status }: RestAnswer, { allowedOrigin }: RestAccess): Response =>
  new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json;charset=utf-8" }),
      ...(allowedOrigin === undefined ? {} : crossOriginHeaders(allowedOrigin))
    }
  })

const answer = (method: string, target: string): Effect.Effect<RestAnswer, never, RepositoryHost> =>
  Option.getOrElse(answerRest({ method, target }), () =>
    Effect.succeed(
      target === "/healthz" && method === "GET"
        ? { status: 200, body: { status: "ok" } }
        : restError(404, "There is nothing here; the endpoints begin with /api/.mcp-internal/")
    )
  )

/** Defects are the program's own mistakes: the client learns nothing of them. */
const answerSafely = (method: string, target: string) =>
  answer(method, target).pipe(
    Effect.catchCauseIf(
      (cause) => !Cause.hasInterruptsOnly(cause),
      (cause) => Effect.as(Effect.logError("Internal error", cause), failed)
    )
  )

/** Answers requests to the interface, and counts those that it has not answered yet. */
export const makeRestHandler = Effect.fnUntraced(function* (access: RestAccess) {
  const context = yield* Effect.context<RepositoryHost>()
  const run = Effect.runPromiseWith(context)
  let active = 0

  /** Answers one request; `target` is what its first line says. A client that goes away ends its search. */
  const handle = (request: Request, target: string): Promise<Response> => {
    const refused = refuse(request, access)
    if (refused !== undefined) return Promise.resolve(toResponse(refused, access))
    active += 1
    const counted = answerSafely(request.method, target).pipe(
      Effect.ensuring(
        Effect.sync(() => {
          active -= 1
        })
      )
    )
    return run(counted, { signal: request.signal }).then((found) => toResponse(found, access))
  }

  return { handle, isIdle: () => active === 0 }
})
