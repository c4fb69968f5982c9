import { Effect } from "effect"
import { createHash } from "node:crypto"
import { json, makeModelServer, type ReceivedRequest, type Reply } from "./ModelServer.ts"

/** A vector in which every word of a text has a place of its own: texts are as similar as they have words in common. */
export const vectorOf = (text: string, dimension: number): ReadonlyArray<number> => {
  const numbers = Array.from({ length: dimension }, () => 0)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ["none"]) {
    const place = createHash("sha256").update(word).digest().readUInt32LE() % dimension
    numbers[place] = (numbers[place] ?? 0) + 1
  }
  return numbers
}

/** The texts of a request. */
export const textsOf = ({ body }: ReceivedRequest): ReadonlyArray<string> =>
  Array.isArray(body["input"]) ? body["input"].map(String) : []

/** How a server of embeddings behaves; a test may change it. */
export interface Behaviour {
  dimension: number
  /** What is answered instead, where anything is. */
  instead: (request: ReceivedRequest) => Reply | undefined
}

/** A server on this machine that makes vectors as OpenAI does, the last of them first. */
export const makeEmbeddingServer = Effect.fnUntraced(function* (given: Partial<Behaviour> = {}) {
  const behaviour: Behaviour = { dimension: 256, instead: () => undefined, ...given }
  const server = yield* makeModelServer((request) => {
    const data = textsOf(request).map((text, index) => ({ index, embedding: vectorOf(text, behaviour.dimension) }))
    return behaviour.instead(request) ?? json(200, { object: "list", model: "m", data: data.toReversed() })
  })
  const texts = () => server.requests.flatMap(textsOf)
  const variables = { ULTRAGIT_EMBED_MODEL: "m-1", ULTRAGIT_EMBED_BASE_URL: `${server.url}/v1` }
  return { behaviour, requests: server.requests, texts, url: server.url, variables }
})
