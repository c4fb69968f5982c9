/** Headers of requests and responses that scripts of allowed origins may set and read (MCP, transports). */
const requestHeaders =
  "authorization, content-type, last-event-id, mcp-method, mcp-name, mcp-protocol-version, mcp-session-id"
const responseHeaders = "mcp-protocol-version, mcp-session-id, www-authenticate"

/** Lets scripts of the request's origin, which was checked before, read the response. */
export const allowOrigin = (request: Request, response: Response): Response => {
  const origin = request.headers.get("origin")
  if (origin === null) return response
  response.headers.set("access-control-allow-origin", origin)
  response.headers.set("access-control-expose-headers", responseHeaders)
  response.headers.append("vary", "origin")
  return response
}

/** Answers OPTIONS, at any address alike: a browser asks before it sends credentials. */
export const answerPreflight = (request: Request): Response =>
  allowOrigin(
    request,
    new Response(null, {
      status: 204,
      headers: {
        allow: "GET, POST, DELETE, OPTIONS",
        "access-control-allow-methods": "GET, POST, DELETE",
        "access-control-allow-headers": requestHeaders,
        "access-control-max-age": "600"
      }
    })
  )
