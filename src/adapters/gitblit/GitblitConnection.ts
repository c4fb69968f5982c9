import { Context, Data, Duration, Effect, Layer, Option, Redacted, Schedule } from "effect"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientError } from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import { describeConnectionFailure } from "../http/connectionDetail.ts"
import { fetchLayer, withoutTracing } from "../http/fetchLayer.ts"
import { readText } from "../http/readText.ts"
import type { GitblitServer } from "./findServer.ts"
import { AnswerLate, AnswerUnusable, GitblitConnectionError, ServerUnreachable } from "./GitblitConnectionError.ts"

/** What the server answered. */
export interface GitblitAnswer {
  readonly status: number
  readonly text: string
}

/** How long to wait for an answer, and before the first repetition of a request. Tests shorten both. */
export const GitblitWaits = Context.Reference<{ readonly answerMillis: number; readonly pauseMillis: number }>(
  "ultragit/adapters/gitblit/GitblitConnection/GitblitWaits",
  { defaultValue: () => ({ answerMillis: 30_000, pauseMillis: 250 }) }
)

/** Maximum length of an answer, in characters after decompression. */
const maxAnswerChars = 8 * 1024 * 1024
const maxRetries = 2
const maxRedirects = 3
const retriedStatuses = new Set([502, 503, 504])

const unusable = (detail: string) => new GitblitConnectionError({ reason: new AnswerUnusable({ detail }) })
const unreachable = (detail: string) => new GitblitConnectionError({ reason: new ServerUnreachable({ detail }) })

const get = Effect.fnUntraced(function* (server: GitblitServer, url: string) {
  const client = yield* HttpClient.HttpClient
  const plain = HttpClientRequest.get(url).pipe(
    HttpClientRequest.setHeaders({ accept: "application/json", "user-agent": "ultragit" })
  )
  const request = Option.match(server.authorization, {
    onNone: () => plain,
    onSome: (value) => HttpClientRequest.setHeader(plain, "authorization", Redacted.value(value))
  })
  return yield* client.execute(request)
})

const toUnreachable = ({ reason }: HttpClientError): GitblitConnectionError =>
  unreachable(describeConnectionFailure(reason))

const readBody = (response: HttpClientResponse) =>
  readText(response, maxAnswerChars, {
    broken: (error) => unreachable(describeConnectionFailure(error)),
    tooLong: () => unusable(`it exceeds ${maxAnswerChars} characters`)
  })

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)

/** The address that a redirect leads to; fails if it is on another server. */
const followed = (url: string, location: string | undefined): Effect.Effect<string, GitblitConnectionError> => {
  if (location === undefined || !URL.canParse(location, url))
    return Effect.fail(unusable("it is a redirect to nowhere"))
  const target = new URL(location, url)
  return target.origin === new URL(url).origin
    ? Effect.succeed(target.href)
    : Effect.fail(unusable(`it redirects to another server, ${target.origin}`))
}

const exchange = Effect.fnUntraced(function* (server: GitblitServer, first: string) {
  let url = first
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const response = yield* Effect.mapError(get(server, url), toUnreachable)
    if (!isRedirect(response.status)) {
      const answer: GitblitAnswer = { status: response.status, text: yield* readBody(response) }
      return answer
    }
    url = yield* followed(url, response.headers["location"])
  }
  return yield* unusable(`it redirects more than ${maxRedirects} times`)
})

/** A proxy says that the server is not there, which another try may change. */
class Retried extends Data.TaggedError("Retried")<{ readonly answer: GitblitAnswer }> {}

const isRetried = (error: GitblitConnectionError | Retried): boolean =>
  error._tag === "Retried" || error.reason._tag === "ServerUnreachable"

const request = Effect.fn("Gitblit.request")(function* (server: GitblitServer, path: string) {
  const { answerMillis, pauseMillis } = yield* GitblitWaits
  const once = Effect.filterOrFail(
    exchange(server, `${server.url}${path}`),
    ({ status }) => !retriedStatuses.has(status),
    (answer) => new Retried({ answer })
  )
  return yield* once.pipe(
    Effect.retry({ times: maxRetries, while: isRetried, schedule: Schedule.exponential(pauseMillis) }),
    Effect.catchTag("Retried", ({ answer }) => Effect.succeed(answer)),
    Effect.timeoutOrElse({
      duration: Duration.millis(answerMillis),
      orElse: () =>
        Effect.fail(new GitblitConnectionError({ reason: new AnswerLate({ seconds: answerMillis / 1000 }) }))
    }),
    withoutTracing
  )
})

const make = Effect.map(Effect.context<HttpClient.HttpClient>(), (context) =>
  GitblitConnection.of({ request: (server, path) => Effect.provideContext(request(server, path), context) })
)

/** Requests to Gitblit servers. */
export class GitblitConnection extends Context.Service<
  GitblitConnection,
  {
    /**
     * Sends a GET request, and reads its answer. Tries again where the connection fails, or a proxy says that the server
     * is not there. `path`: with its query, after the address of the server. Credentials are in no error and no log.
     */
    request(server: GitblitServer, path: string): Effect.Effect<GitblitAnswer, GitblitConnectionError>
  }
>()("ultragit/adapters/gitblit/GitblitConnection") {
  static readonly layer = Layer.effect(GitblitConnection, make).pipe(Layer.provide(fetchLayer))
}
