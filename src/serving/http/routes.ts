import {
  hostHeaderValidationResponse,
  localhostAllowedOrigins,
  originValidationResponse
} from "@modelcontextprotocol/server"
import { type AddressRanges, isLoopback, isWithin, type Peer } from "../../adapters/http/peers.ts"
import { errorResponse } from "../../adapters/http/responses.ts"
import { allowOrigin, answerPreflight } from "./crossOrigin.ts"
import { Endpoint } from "./Endpoint.ts"
import type { Measurements, RouteKind } from "./Measurements.ts"
import { type Gate, principalKey } from "../auth/Gate.ts"
import { maySee, type Principal, seesAll } from "../../domain/Principal.ts"
import { answerOperations, prometheus, running } from "./operations.ts"
import { readBody } from "./readBody.ts"
import { findRepository, type RepositorySources, visibleTo } from "./RepositoryNames.ts"
import type { CallContext } from "../server/ServedToolset.ts"
import type { Served } from "../server/Server.ts"
import { Sessions } from "./Sessions.ts"

/** What is served, and to whom. */
export interface RouteOptions {
  /** Tools of one repository, and of many. */
  readonly served: Served
  /** Those of them that need no repository, because they ask about many; undefined if there are none. */
  readonly spanning: Served | undefined
  readonly repositories: RepositorySources
  /** All host names by which clients may address the server. */
  readonly hostNames: ReadonlyArray<string>
  readonly maxBodyBytes: number
  /** Whether to refuse clients of other machines that do not come through a trusted proxy. */
  readonly mustBeNear: boolean
  /** Addresses of other machines that may read `/metrics`. */
  readonly metricsFrom: AddressRanges
  readonly measurements: Measurements
  /** Undefined: without authentication. */
  readonly gate: Gate | undefined
}

const maxSessions = 1_000
const maxSessionsEach = 100
const idleMillis = 30 * 60_000
/** Endpoints that are kept; each is cheap and made again when needed. */
const maxEndpoints = 256

const endpointHint =
  "Endpoints: /r/NAME/mcp for a repository, NAME with the .git that its folder may end with; /mcp for tools that span repositories"

const repositoryPath = /^\/r\/(.{1,2048})\/mcp\/?$/

const notFound = (): Response => errorResponse(404, "not_found", "There is nothing here", { hint: endpointHint })

const probes: ReadonlySet<string> = new Set(["/healthz", "/readyz"])

const kindOf = (pathname: string): RouteKind => {
  if (probes.has(pathname) || pathname === "/metrics") return "operations"
  if (/^\/mcp\/?$/.test(pathname)) return "spanning"
  return repositoryPath.test(pathname) ? "repository" : "none"
}

const decodeName = (path: string): string | undefined => {
  const encoded = repositoryPath.exec(path)?.[1]
  if (encoded === undefined || !/^(?:[^%]|%[0-9A-Fa-f]{2})*$/.test(encoded)) return undefined
  const bytes = Buffer.from(
    encoded.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCodePoint(parseInt(hex, 16))),
    "latin1"
  )
  return bytes.toString("utf8")
}

/** Routes requests to repositories. Checks whence they come first. */
export class Routes {
  readonly #options: RouteOptions
  readonly #sessions: Sessions
  readonly #endpoints = new Map<string, Endpoint>()

  constructor(options: RouteOptions) {
    this.#options = options
    this.#sessions = new Sessions({ maxSessions, maxSessionsEach, idleMillis, maxBodyBytes: options.maxBodyBytes })
  }

  get sessions(): Sessions {
    return this.#sessions
  }

  /** Answers any request with one response. */
  handle(request: Request, peer: Peer): Promise<Response> {
    const { pathname } = new URL(request.url)
    return this.#answer(request, pathname, peer).then((response) => {
      this.#options.measurements.countRequest(kindOf(pathname), response.status)
      return response
    })
  }

  #answer(request: Request, pathname: string, peer: Peer): Promise<Response> {
    // Probes ask by address, whatever the server's names are.
    if (probes.has(pathname)) return Promise.resolve(answerOperations(request, running))
    const refusal = this.#checkSource(request, peer)
    if (refusal !== undefined) return Promise.resolve(refusal)
    if (request.method === "OPTIONS") return Promise.resolve(answerPreflight(request))
    if (pathname === "/metrics") return Promise.resolve(this.#answerMetrics(request, peer))
    const { gate } = this.#options
    const answered =
      gate === undefined ? this.#serve(request, pathname, undefined) : this.#serveThrough(gate, request, pathname)
    return answered.then((response) => allowOrigin(request, response))
  }

  #serve(request: Request, pathname: string, principal: Principal | undefined): Promise<Response> {
    const endpoint = this.#findEndpoint(pathname, principal)
    if (endpoint === undefined) return Promise.resolve(notFound())
    return readBody(request, this.#options.maxBodyBytes).then((body) => endpoint.handle(request, body))
  }

  /** Serves those who may. A repository that its principal may not see is answered like one that does not exist. */
  #serveThrough(gate: Gate, request: Request, pathname: string): Promise<Response> {
    if (kindOf(pathname) === "none") return Promise.resolve(gate.answerMetadata(request, pathname) ?? notFound())
    return gate.admit(request, pathname).then((principal) => {
      if (principal instanceof Response) return principal
      const endpoint = this.#findEndpoint(pathname, principal)
      if (endpoint === undefined) return notFound()
      return readBody(request, this.#options.maxBodyBytes).then((body) => {
        const content = body._tag === "Json" ? body.content : undefined
        const place = { pathname, repository: decodeName(pathname) ?? "" }
        return gate.checkScope(principal, content, place) ?? endpoint.handle(request, body)
      })
    })
  }

  /** Metrics are for this machine, and for the addresses that were named. */
  #answerMetrics(request: Request, { address }: Peer): Response {
    const { measurements, metricsFrom } = this.#options
    if (address === undefined || !(isLoopback(address) || isWithin(metricsFrom, address))) return notFound()
    measurements.observe(this.#sessions.size)
    return answerOperations(request, prometheus(measurements.format()))
  }

  /** Refuses other names of this host and pages of other sites, which could be another site's scripts (DNS rebinding). */
  #checkSource(request: Request, { isNear }: Peer): Response | undefined {
    const { hostNames, mustBeNear } = this.#options
    if (mustBeNear && !isNear) {
      return errorResponse(403, "not_encrypted", "Come through the proxy: this connection is not encrypted")
    }
    // Pages of the client's own machine are tools of its user, such as inspectors.
    const sites = [...localhostAllowedOrigins(), ...hostNames]
    return hostHeaderValidationResponse(request, [...hostNames]) ?? originValidationResponse(request, sites)
  }

  #findEndpoint(pathname: string, principal: Principal | undefined): Endpoint | undefined {
    const { repositories, served, spanning } = this.#options
    const isVisible = principal === undefined || seesAll(principal) ? undefined : visibleTo(principal, repositories)
    if (kindOf(pathname) === "spanning") {
      return spanning === undefined ? undefined : this.#open(spanning, { repository: "", principal, isVisible })
    }
    const repositoryName = decodeName(pathname)
    if (repositoryName === undefined || (principal !== undefined && !maySee(principal, repositoryName))) {
      return undefined
    }
    const repository = findRepository(repositories, repositoryName)
    return repository === undefined
      ? undefined
      : this.#open(served, { repository, repositoryName, principal, isVisible })
  }

  #make(served: Served, context: CallContext, rights: string): Endpoint {
    const { maxBodyBytes } = this.#options
    const owner = { endpoint: context.repositoryName ?? "", principal: context.principal?.name, rights }
    return new Endpoint(served, context, { sessions: this.#sessions, owner, maxBodyBytes })
  }

  #open(served: Served, context: CallContext): Endpoint {
    const rights = context.principal === undefined ? "" : principalKey(context.principal)
    const key = JSON.stringify([context.repository, context.repositoryName, rights])
    const endpoint = this.#endpoints.get(key) ?? this.#make(served, context, rights)
    this.#endpoints.delete(key)
    this.#endpoints.set(key, endpoint)
    const [oldest] = this.#endpoints.keys()
    if (this.#endpoints.size > maxEndpoints && oldest !== undefined) this.#endpoints.delete(oldest)
    return endpoint
  }

  /** Ends all sessions and streams. */
  close(): Promise<unknown> {
    return Promise.allSettled([this.#sessions.close(), ...[...this.#endpoints.values()].map((each) => each.close())])
  }
}
