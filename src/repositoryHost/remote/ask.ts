import { Effect, Option, Schema } from "effect"
import type { GitblitServer } from "../../adapters/gitblit/findServer.ts"
import type { GitblitConnection } from "../../adapters/gitblit/GitblitConnection.ts"
import { HostError, RequestInvalid, ResponseInvalid } from "../model/HostError.ts"
import { connectionFailure, remoteFailure } from "./remoteFailure.ts"

/** Parameters of a request; one that is undefined is left out. */
type Parameters = Readonly<Record<string, string | number | undefined>>

const prefix = "/api/.mcp-internal"

const toQuery = (parameters: Parameters): string =>
  Object.entries(parameters)
    .flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${encodeURIComponent(String(value).toWellFormed())}`]
    )
    .join("&")

/** Joins names for a parameter; the plugin splits it at commas. */
export const joinNames = (names: ReadonlyArray<string> | undefined): Effect.Effect<string | undefined, HostError> => {
  const split = names?.find((name) => name.includes(","))
  if (split === undefined) return Effect.succeed(names?.join(","))
  const detail = `A Gitblit server cannot be asked for a name with a comma: ${split.slice(0, 200)}`
  return Effect.fail(new HostError({ reason: new RequestInvalid({ detail }) }))
}

/** A server, and how to reach it. */
export interface Remote {
  readonly server: GitblitServer
  readonly connection: GitblitConnection["Service"]
}

const decodeJson = Schema.decodeOption(Schema.fromJsonString(Schema.Unknown))

/** Asks an endpoint and decodes its answer. */
export const ask = Effect.fnUntraced(function* <A>(
  { connection, server }: Remote,
  endpoint: string,
  parameters: Parameters,
  schema: Schema.ConstraintDecoder<A>
) {
  const path = `${prefix}/${endpoint}?${toQuery(parameters)}`
  const answer = yield* Effect.mapError(connection.request(server, path), connectionFailure)
  if (answer.status !== 200) return yield* remoteFailure(answer)
  const decoded = decodeJson(answer.text)
  if (Option.isNone(decoded)) {
    return yield* new HostError({ reason: new ResponseInvalid({ detail: "it is not JSON" }) })
  }
  const value = Schema.decodeUnknownOption(schema)(decoded.value)
  if (Option.isSome(value)) return value.value
  return yield* new HostError({
    reason: new ResponseInvalid({ detail: "it has not the members of the plugin's answers" })
  })
})
