import { join } from "node:path"
import { Effect } from "effect"
import type { Scope } from "../../../src/domain/Principal.ts"
import { tokenAuthenticator } from "../../../src/serving/auth/tokenAuthenticator.ts"
import { addToken } from "../../../src/serving/auth/tokens.ts"
import type { HttpServerOptions } from "../../../src/serving/http/serveHttp.ts"
import { startHttp } from "../../support/conformance/overHttp.ts"
import { demoToolsets } from "../../support/demoTools.ts"
import { httpRequest } from "../../support/httpRequest.ts"
import { post } from "../../support/postMcp.ts"
import { makeFolder } from "../../support/TemporaryRepository.ts"

export const day = 86_400_000

/** A server with a file of tokens, and a repository `repo` in an empty folder. */
export const startWithTokens = Effect.fnUntraced(function* (
  special: Partial<HttpServerOptions> = {},
  requestsPerMinute = 600,
  auditArguments = false
) {
  const folder = yield* makeFolder
  const file = join(folder, "configuration", "tokens.json")
  const authenticator = yield* tokenAuthenticator(file)
  const base = yield* startHttp(
    { name: "demo", version: "1.2.3", toolsets: demoToolsets(), repository: "" },
    { authentication: { authenticator, requestsPerMinute, auditArguments }, ...special }
  )
  const issue = (
    name: string,
    repositories: ReadonlyArray<string>,
    scopes: ReadonlyArray<Scope> = ["read"],
    validMillis = day
  ) => Effect.map(addToken(file, { name, repositories, scopes, validMillis }), ({ token }) => token)
  return { base, file, issue, url: `${base}/r/repo/mcp` }
})

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** A call in the era without sessions. */
export const call = (url: string, token: string, name: string, given: object = {}) =>
  post(
    url,
    JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name,
        arguments: given,
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientInfo": { name: "t", version: "1" },
          "io.modelcontextprotocol/clientCapabilities": {}
        }
      }
    }),
    { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": name, ...bearer(token) }
  )

export const get = (url: string) => httpRequest(url)
