import { Option, Schema } from "effect"
import type { Gate } from "../auth/Gate.ts"
import type { Principal } from "../../domain/Principal.ts"
import { restPrefix } from "../../repositoryHost/rest/answerRest.ts"
import { type RestAnswer, restError } from "../../repositoryHost/rest/restFailure.ts"

/** An answer that refuses a request, with the headers that say how to do better. */
export interface RestRefusal extends RestAnswer {
  readonly headers: Readonly<Record<string, string>>
}

const Body = Schema.fromJsonString(Schema.Struct({ error: Schema.Struct({ message: Schema.String }) }))
const decodeBody = Schema.decodeUnknownOption(Body)

const passedHeaders = ["www-authenticate", "retry-after"]

/** A refusal in the words of the plugin's errors. */
const toRefusal = (response: Response): Promise<RestRefusal> =>
  response.text().then((text) => {
    const message = Option.match(decodeBody(text), { onNone: () => "Refused", onSome: ({ error }) => error.message })
    const headers = passedHeaders.flatMap((name) => {
      const value = response.headers.get(name)
      return value === null ? [] : [[name, value] as const]
    })
    return { ...restError(response.status, message), headers: Object.fromEntries(headers) }
  })

/** The principal of a request, or the answer that refuses it. */
export const admit = (gate: Gate, request: Request): Promise<Principal | RestRefusal> =>
  gate.admit(request, restPrefix).then<Principal | RestRefusal>((found) => {
    if (found instanceof Response) return toRefusal(found)
    return gate.checkScope(found, undefined, { pathname: restPrefix, repository: "" })?.then(toRefusal) ?? found
  })
