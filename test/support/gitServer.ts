import { Effect } from "effect"
import { spawn } from "node:child_process"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { env } from "node:process"

/** A local HTTP server to clone from. It requires authentication. */
export interface GitServer {
  /** `127.0.0.1:port`, without a path. */
  readonly host: string
  /** Number of requests with missing or wrong credentials. */
  readonly refused: () => number
}

const answer = (response: ServerResponse, output: Buffer): void => {
  const end = output.indexOf("\r\n\r\n")
  const lines = output.subarray(0, end).toString("latin1").split("\r\n")
  const headers = lines.map((line): [string, string] => {
    const at = line.indexOf(":")
    return [line.slice(0, at), line.slice(at + 1).trim()]
  })
  const status = headers.find(([name]) => name === "Status")?.[1] ?? "200"
  response.writeHead(Number.parseInt(status, 10), Object.fromEntries(headers.filter(([name]) => name !== "Status")))
  response.end(output.subarray(end + 4))
}

/** The HTTP backend of git as a CGI program. */
const serve = (root: string, request: IncomingMessage, response: ServerResponse): void => {
  const [path = "", query = ""] = (request.url ?? "").split("?")
  const child = spawn("git", ["http-backend"], {
    env: {
      PATH: env["PATH"],
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_PROTOCOL: request.headers["git-protocol"]?.toString() ?? "",
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
      PATH_INFO: path,
      QUERY_STRING: query,
      REQUEST_METHOD: request.method ?? "GET",
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      REMOTE_USER: "me"
    },
    stdio: ["pipe", "pipe", "ignore"]
  })
  const output: Array<Buffer> = []
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk))
  child.on("close", () => answer(response, Buffer.concat(output)))
  request.pipe(child.stdin)
}

/** Serves the repositories in a folder to clients with the credentials `user:password`, until the scope ends. */
export const startGitServer = (root: string, known: string) => {
  let refused = 0
  const server = createServer((request, response) => {
    if (request.headers.authorization === `Basic ${Buffer.from(known).toString("base64")}`) {
      return serve(root, request, response)
    }
    refused += 1
    response.writeHead(401, { "WWW-Authenticate": 'Basic realm="here"' }).end()
  })
  const started = Effect.callback<GitServer>((resume) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = address === null || typeof address === "string" ? 0 : address.port
      resume(Effect.succeed({ host: `127.0.0.1:${port}`, refused: () => refused }))
    })
  })
  const stop = Effect.sync(() => {
    server.closeAllConnections()
    server.close()
  })
  return Effect.acquireRelease(started, () => stop)
}
