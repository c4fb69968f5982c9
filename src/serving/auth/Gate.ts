import { Duration, Effect } from "effect"
import type { RateLimiter } from "effect/persistence/RateLimiter"
import { errorResponse } from "../../adapters/http/responses.ts"
import type { Principal } from "../../domain/Principal.ts"
import { escapeControls } from "../../domain/Text.ts"
import { auditRefused } from "./audit.ts"
import type { Authenticator } from "./Authenticator.ts"
import { insufficientScope, tooMany, unauthorized, unavailable } from "./challenges.ts"
import { callsIn, lackingScope } from "./lackingScope.ts"

interface GateOptions {
  readonly authenticator: Authenticator
  readonly limiter: RateLimiter
  /** Requests a minute of each principal. */
  readonly requestsPerMinute: number
  /** Whether audit lines have the arguments of calls. */
  readonly auditArguments: boolean
  readonly run: <A>(effect: Effect.Effect<A>) => Promise<A>
}

/** Where a request goes. */
interface Place {
  readonly pathname: string
  /** Name of the repository; empty at addresses that span them. */
  readonly repository: string
}

const metadataRoot = "/.well-known/oauth-protected-resource"
/** Principals that are kept, so that all requests of one have the same object. */
const maxKnown = 10_000
/** Longest part of a tool's name in an audit line: clients may send any. */
const maxShownChars = 200

/** Identifies a principal by name, repositories and scopes. */
export const principalKey = ({ name, repositories, scopes }: Principal): string =>
  JSON.stringify([name, repositories.toSorted(), scopes.toSorted()])

const readBearer = (request: Request): string | undefined =>
  /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i.exec(request.headers.get("authorization") ?? "")?.[1]

/** Admits requests with a valid token, up to the rate limit of their principal (spec http, authentication). */
export class Gate {
  readonly #options: GateOptions
  readonly #known = new Map<string, Principal>()

  constructor(options: GateOptions) {
    this.#options = options
  }

  /** The principal of a request to an endpoint, or the answer that refuses it. */
  admit(request: Request, pathname: string): Promise<Principal | Response> {
    const { authenticator, run } = this.#options
    const url = authenticator.metadataUrl?.(pathname)
    const token = readBearer(request)
    if (token === undefined) return Promise.resolve(unauthorized(undefined, url))
    return run(
      Effect.flatMap(authenticator.authenticate(token, pathname.replace(/\/$/, "")), (found) => {
        if (!("_tag" in found)) return this.#limit(this.#intern(found))
        return Effect.succeed(found._tag === "Invalid" ? unauthorized(found.detail, url) : unavailable(found.detail))
      })
    )
  }

  /**
   * The answer to messages that need a scope which their principal lacks; undefined if it lacks none. The calls among
   * them are audited.
   */
  checkScope(principal: Principal, content: unknown, { pathname, repository }: Place): Promise<Response> | undefined {
    const { auditArguments, authenticator, run } = this.#options
    const calls = callsIn(content)
    const scope = lackingScope(principal, calls)
    if (scope === undefined) return undefined
    const refuseAll = Effect.forEach(
      calls,
      ({ arguments: given = {}, name: tool }) =>
        auditRefused({
          principal,
          repository,
          tool: escapeControls(tool.slice(0, maxShownChars)),
          ...(auditArguments ? { given } : {})
        }),
      { discard: true }
    )
    return run(refuseAll).then(() => insufficientScope(scope, authenticator.metadataUrl?.(pathname)))
  }

  /** Answers a request for metadata; undefined at any other address, and where there is none. */
  answerMetadata({ method }: Request, pathname: string): Response | undefined {
    const { authenticator } = this.#options
    if (authenticator.metadata === undefined || !`${pathname}/`.startsWith(`${metadataRoot}/`)) return undefined
    if (method !== "GET" && method !== "HEAD") {
      return errorResponse(405, "method_not_allowed", "This address is only read", { headers: { allow: "GET, HEAD" } })
    }
    const document = JSON.stringify(authenticator.metadata(pathname.slice(metadataRoot.length).replace(/\/$/, "")))
    return new Response(method === "HEAD" ? null : document, { headers: { "content-type": "application/json" } })
  }

  #limit(principal: Principal): Effect.Effect<Principal | Response> {
    const { limiter, requestsPerMinute } = this.#options
    return limiter
      .consume({ algorithm: "token-bucket", window: "1 minute", limit: requestsPerMinute, key: principal.name })
      .pipe(
        Effect.as<Principal | Response>(principal),
        Effect.catch(({ reason }) =>
          reason._tag === "RateLimitExceeded"
            ? Effect.succeed(tooMany(Duration.toMillis(reason.retryAfter)))
            : Effect.die(reason)
        )
      )
  }

  #intern(principal: Principal): Principal {
    const key = principalKey(principal)
    const known = this.#known.get(key) ?? principal
    this.#known.delete(key)
    this.#known.set(key, known)
    const [oldest] = this.#known.keys()
    if (this.#known.size > maxKnown && oldest !== undefined) this.#known.delete(oldest)
    return known
  }
}
