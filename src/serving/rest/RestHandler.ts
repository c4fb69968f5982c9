import { localhostAllowedOrigins, validateHostHeader, validateOriginHeader } from "@modelcontextprotocol/server"
import { Cause, Effect, Option } from "effect"
import { GitCaller } from "../../adapters/git/GitCaller.ts"
import type { Peer } from "../../adapters/http/peers.ts"
import { CurrentPrincipal, maySee, type Principal, seesAll } from "../../domain/Principal.ts"
import { escapeControls } from "../../domain/Text.ts"
import { CurrentVisibility, type KnownRepository } from "../../domain/Visibility.ts"
import type { RepositoryHost } from "../../repositoryHost/model/RepositoryHost.ts"
import { answerRest, restPrefix } from "../../repositoryHost/rest/answerRest.ts"
import { type RestAnswer, restError } from "../../repositoryHost/rest/restFailure.ts"
import { audited, makeCallLimit } from "../auth/audit.ts"
import type { Gate } from "../auth/Gate.ts"
import { admit, type RestRefusal } from "./admission.ts"

/** Which requests the interface answers. */
export interface RestAccess {
  /** All host names by which clients may address the server. */
  readonly hostNames: ReadonlyArray<string>
  /** The site whose pages may read answers, or `*` for any; undefined for none. */
  readonly allowedOrigin: string | undefined
  /** Whether to refuse clients of other machines that do not come through a trusted proxy. */
  readonly mustBeNear: boolean
  /** Undefined: whoever reaches the server may read all. */
  readonly gate: Gate | undefined
  /** Whether audit lines have the parameters of requests. */
  readonly auditArguments: boolean
}

const healthPath = "/healthz"

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
  validateOriginHeader(origin, [...localhostAllowedOrigins(), ...hostNames]).ok

/** Refuses other names of this host, and pages of other sites. */
const refuse = ({ headers }: Request, { isNear }: Peer, access: RestAccess): RestAnswer | undefined => {
  if (access.mustBeNear && !isNear) {
    return restError(403, "Come through the proxy: this connection is not encrypted")
  }
  const host = validateHostHeader(headers.get("host"), [...access.hostNames])
  if (!host.ok) return restError(403, "This server does not go by that host name")
  return isAllowedOrigin(headers.get("origin"), access) ? undefined : restError(403, "Pages of that site may not ask")
}

const toResponse = (answered: RestAnswer | RestRefusal, { allowedOrigin }: RestAccess): Response => {
  const { body, status } = answered
  return new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: {
      ...("headers" in answered ? answered.headers : {}),
      ...(body === undefined ? {} : { "content-type": "application/json;charset=utf-8" }),
      ...(allowedOrigin === undefined ? {} : crossOriginHeaders(allowedOrigin))
    }
  })
}

const answer = (method: string, target: string): Effect.Effect<RestAnswer, never, RepositoryHost> =>
  Option.getOrElse(answerRest({ method, target }), () =>
    Effect.succeed(
      target === healthPath && method === "GET"
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

const maxShownChars = 200

/** What the audit line of a request has: an endpoint, and the repository where one is named. */
const describeCall = (target: string, principal: Principal, hasArguments: boolean) => {
  const [path = "", query] = target.split("?", 2)
  const parameters = new URLSearchParams(query)
  return {
    principal,
    repository: escapeControls((parameters.get("repo") ?? "").slice(0, maxShownChars)),
    tool: escapeControls(path.replace(`${restPrefix}/`, "").slice(0, maxShownChars)),
    ...(hasArguments ? { given: Object.fromEntries(parameters) } : {})
  }
}

const isError = ({ status }: RestAnswer): boolean => status >= 400

/** Answers requests to the interface, and counts those that it has not answered yet. */
export const makeRestHandler = Effect.fnUntraced(function* (access: RestAccess) {
  const run = Effect.runPromiseWith(yield* Effect.context<RepositoryHost>())
  const limitCalls = makeCallLimit()
  let active = 0

  const answerCall = (method: string, target: string, principal: Principal | undefined) => {
    const work = Effect.provideService(answerSafely(method, target), GitCaller, {})
    if (principal === undefined) return work
    const isVisible = seesAll(principal) ? undefined : ({ name }: KnownRepository) => maySee(principal, name)
    return Effect.flatMap(Effect.context<RepositoryHost>(), (context) =>
      audited(
        describeCall(target, principal, access.auditArguments),
        limitCalls(principal)(work).pipe(
          Effect.provideService(CurrentVisibility, isVisible),
          Effect.provideService(CurrentPrincipal, principal),
          Effect.provideContext(context)
        ),
        isError
      )
    )
  }

  const answerAdmitted = (request: Request, target: string): Promise<RestAnswer> => {
    const { gate } = access
    const answerAs = (principal: Principal | undefined) =>
      run(answerCall(request.method, target, principal), { signal: request.signal })
    // Browsers ask by OPTIONS, and probes for health, without a token.
    if (gate === undefined || request.method === "OPTIONS" || target === healthPath) return answerAs(undefined)
    return admit(gate, request).then((found) => ("status" in found ? found : answerAs(found)))
  }

  /** Answers one request; `target` is what its first line says. A client that goes away ends its search. */
  const handle = (request: Request, peer: Peer, target: string): Promise<Response> => {
    const refused = refuse(request, peer, access)
    if (refused !== undefined) return Promise.resolve(toResponse(refused, access))
    active += 1
    return answerAdmitted(request, target)
      .then((found) => toResponse(found, access))
      .finally(() => {
        active -= 1
      })
  }

  return { handle, isIdle: () => active === 0 }
})
