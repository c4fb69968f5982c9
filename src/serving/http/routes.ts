import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  originValidationResponse
} from "@modelcontextprotocol/server"
import { errorResponse } from "../../adapters/http/listen.ts"
import { Endpoint } from "./Endpoint.ts"
import { findRepository, type RepositorySources } from "./RepositoryNames.ts"
import type { Served } from "../server/Server.ts"
import { Sessions } from "./Sessions.ts"

/** What is served, and to whom. */
export interface RouteOptions {
  /** Tools of one repository. */
  readonly served: Served
  /** Tools that need no repository; undefined if there are none. */
  readonly spanning: Served | undefined
  readonly repositories: RepositorySources
  /** Host names by which clients may address the server, besides those of this machine. */
  readonly hostNames: ReadonlyArray<string>
  readonly maxBodyBytes: number
}

const maxSessions = 1_000
const idleMillis = 30 * 60_000
/** Endpoints that are kept; each is cheap and made again when needed. */
const maxEndpoints = 256

const json = (document: object): Response =>
  new Response(JSON.stringify(document), { headers: { "content-type": "application/json" } })

const endpointHint = "Endpoints: /r/NAME/mcp for a repository, /mcp for tools that span repositories"

const repositoryPath = /^\/r\/(.{1,2048})\/mcp\/?$/

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
    this.#sessions = new Sessions({ maxSessions, idleMillis, maxBodyBytes: options.maxBodyBytes })
  }

  get sessions(): Sessions {
    return this.#sessions
  }

  /** Answers any request with one response. */
  handle(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname === "/healthz" || pathname === "/readyz") return Promise.resolve(json({ status: "ok" }))
    const refusal = this.#checkSource(request)
    if (refusal !== undefined) return Promise.resolve(refusal)
    const endpoint = this.#findEndpoint(pathname)
    return endpoint === undefined
      ? Promise.resolve(errorResponse(404, "not_found", "There is nothing here", { hint: endpointHint }))
      : endpoint.handle(request)
  }

  /** Refuses other names of this host and pages of other sites, which could be another site's scripts (DNS rebinding). */
  #checkSource(request: Request): Response | undefined {
    const names = [...localhostAllowedHostnames(), ...this.#options.hostNames]
    return hostHeaderValidationResponse(request, names) ?? originValidationResponse(request, names)
  }

  #findEndpoint(pathname: string): Endpoint | undefined {
    const { repositories, served, spanning } = this.#options
    if (pathname === "/mcp" || pathname === "/mcp/") {
      return spanning === undefined ? undefined : this.#open("", () => this.#make("", spanning, ""))
    }
    const name = decodeName(pathname)
    const folder = name === undefined ? undefined : findRepository(repositories, name)
    return folder === undefined ? undefined : this.#open(folder, () => this.#make(`/r/${name}`, served, folder))
  }

  #make(name: string, served: Served, repository: string): Endpoint {
    const { maxBodyBytes } = this.#options
    return new Endpoint(served, { repository }, { sessions: this.#sessions, name, maxBodyBytes })
  }

  #open(key: string, make: () => Endpoint): Endpoint {
    const endpoint = this.#endpoints.get(key) ?? make()
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
