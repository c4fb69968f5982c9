import { Context, DateTime, Duration, Effect, Layer, MutableRef, Option } from "effect"
import * as HttpClient from "effect/http/HttpClient"
import { formatTimestamp } from "../../domain/Instant.ts"
import { fetchLayer } from "../http/fetchLayer.ts"
import type { Access } from "./Access.ts"
import { github } from "./github.ts"
import { gitlab } from "./gitlab.ts"
import { HostingError, RateLimited } from "./HostingError.ts"
import { HostWaits } from "./HostWaits.ts"
import type { BatchSize, Decoded, HostProtocol, HostQuery, RequestPage } from "./MergedRequest.ts"
import { requestData } from "./request.ts"
import type { HostKind } from "./Site.ts"

const protocols: Record<HostKind, HostProtocol> = { github, gitlab }

const protocolOf = ({ site }: Access) => ({ ...protocols[site.kind], project: site.project })

/** Times that a request is repeated after a limit, and after a broken connection or an overloaded host. */
const maxRepeats = 5
const maxRetries = 3

/** Waits over this are announced. */
const noticedSeconds = 5

/** Waits until a time, in seconds since 1970. Fails with `RateLimited` if that is too long for a command. */
const waitUntil = Effect.fnUntraced(function* ({ site }: Access, until: number) {
  const { maxLimit } = yield* HostWaits
  const now = DateTime.toEpochMillis(yield* DateTime.now) / 1000
  if (until <= now) return
  if (until - now > Duration.toSeconds(maxLimit)) {
    return yield* new HostingError({ reason: new RateLimited({ host: site.host, until: Option.some(until) }) })
  }
  // A bar or a log that stands still for so long looks like a hang.
  if (until - now > noticedSeconds) {
    yield* Effect.logWarning(`${site.host} wants no request until ${formatTimestamp(until * 1000)}; waiting.`)
  }
  yield* Effect.sleep(Duration.seconds(until - now))
})

/** The time until which to wait before the next attempt; none if another attempt would not help. */
const planRepeat = Effect.fnUntraced(function* ({ reason }: HostingError, attempt: number) {
  const { retry, unstatedLimit } = yield* HostWaits
  const now = DateTime.toEpochMillis(yield* DateTime.now) / 1000
  const after = (first: Duration.Duration) => Option.some(now + Duration.toSeconds(first) * 2 ** attempt)
  if (reason._tag === "RateLimited" && attempt < maxRepeats) {
    const stated = Option.map(reason.until, (until) => Math.max(until, now + Duration.toSeconds(retry)))
    return Option.orElse(stated, () => after(unstatedLimit))
  }
  const isPassing = reason._tag === "ConnectionFailed" || reason._tag === "Unavailable"
  return isPassing && attempt < maxRetries ? after(retry) : Option.none<number>()
})

const make = Effect.gen(function* () {
  const client = yield* HttpClient.HttpClient
  const exhaustedUntil = MutableRef.make(0)

  /** Sends a query, one at a time, never before the host wants it. */
  const ask = <A>(
    access: Access,
    query: HostQuery,
    decode: (data: unknown) => Decoded<A>,
    attempt = 0
  ): Effect.Effect<A, HostingError> =>
    waitUntil(access, MutableRef.get(exhaustedUntil)).pipe(
      Effect.andThen(requestData(access, query, decode)),
      Effect.map((answer) => {
        MutableRef.set(
          exhaustedUntil,
          Option.getOrElse(answer.exhaustedUntil, () => 0)
        )
        return answer.value
      }),
      Effect.catch((error) =>
        Effect.flatMap(
          planRepeat(error, attempt),
          Option.match({
            onNone: () => Effect.fail(error),
            onSome: (until) => Effect.andThen(waitUntil(access, until), ask(access, query, decode, attempt + 1))
          })
        )
      ),
      Effect.provideService(HttpClient.HttpClient, client)
    )

  return Hosting.of({
    countMerged: (access) => {
      const { count, decodeCount, project } = protocolOf(access)
      return ask(access, count(project), decodeCount)
    },
    listMerged: (access, size, after) => {
      const { decodePage, list, project } = protocolOf(access)
      return ask(access, list(project, size, after), decodePage)
    },
    pickMerged: (access, size, numbers) => {
      const { decodePicked, pick, project } = protocolOf(access)
      return ask(access, pick(project, size, numbers), decodePicked)
    }
  })
})

/**
 * Merged requests of a project, from its host's GraphQL API. Sends one query at a time, waits for rate limits as long as
 * a command may take, and tries broken connections again. Fails with any reason of `HostingError` but `TokenMissing`; a
 * query that fails with `AnswerTooLarge` may succeed in a smaller size.
 */
export class Hosting extends Context.Service<
  Hosting,
  {
    /** Counts the merged requests. */
    countMerged(access: Access): Effect.Effect<number, HostingError>
    /** Lists merged requests after a cursor, those that were changed longest ago first. */
    listMerged(access: Access, size: BatchSize, after: Option.Option<string>): Effect.Effect<RequestPage, HostingError>
    /** Reads requests by number. */
    pickMerged(
      access: Access,
      size: BatchSize,
      numbers: ReadonlyArray<number>
    ): Effect.Effect<Pick<RequestPage, "requests" | "unreadable">, HostingError>
  }
>()("ultragit/adapters/hosting/Hosting") {
  static readonly layer = Layer.effect(Hosting, make).pipe(Layer.provide(fetchLayer))
}
