import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Body, readBody, restoreBody } from "../../../src/serving/http/readBody.ts"

const post = (
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  headers: Readonly<Record<string, string>> = {}
): Request => new Request("http://localhost/r/repo/mcp", { method: "POST", body, headers, duplex: "half" })

const read = (request: Request, maxBytes = 100) => Effect.promise(() => readBody(request, maxBytes))

/** A body whose client goes away after some bytes. */
const cutAfter = (text: string): ReadableStream<Uint8Array> => {
  let isSent = false
  return new ReadableStream({
    pull: (controller) => {
      if (isSent) controller.error(new Error("aborted"))
      else controller.enqueue(new TextEncoder().encode(text))
      isSent = true
    }
  })
}

/** A body that comes in parts. */
const inParts = (...parts: ReadonlyArray<string>): ReadableStream<Uint8Array> =>
  ReadableStream.from(parts.map((part) => new TextEncoder().encode(part)))

describe("the body of a request", () => {
  it.effect("is no message if it was cut short, even where what came is one", () =>
    Effect.gen(function* () {
      const cut: Body = yield* read(post(cutAfter('{"jsonrpc":"2.0","id":1,"method":"ping"}')))
      assert.deepStrictEqual(cut, { _tag: "Invalid", bytes: new Uint8Array() })
    })
  )

  it.effect("is no message if it is no UTF-8, even where it would be one with replacement characters", () =>
    Effect.gen(function* () {
      const text = new Uint8Array(Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping\xff"}', "latin1"))
      assert.deepStrictEqual(yield* read(post(text)), { _tag: "Invalid", bytes: new Uint8Array() })
    })
  )

  it.effect("is refused beyond the limit, by its declared length and by its bytes", () =>
    Effect.gen(function* () {
      const [declared, sent] = [post("1", { "content-length": "101" }), post(JSON.stringify("x".repeat(99)))]
      assert.deepStrictEqual([yield* read(declared), yield* read(sent)], [{ _tag: "TooLarge" }, { _tag: "TooLarge" }])
      assert.strictEqual((yield* read(post(JSON.stringify("x".repeat(98)))))._tag, "Json")
    })
  )

  it.effect("is refused beyond the limit, also where each of its parts is below it", () =>
    Effect.gen(function* () {
      const half = "x".repeat(49)
      assert.strictEqual((yield* read(post(inParts(`"${half}`, `${half}"`))))._tag, "Json")
      assert.strictEqual((yield* read(post(inParts(`"${half}`, half, 'x"'))))._tag, "TooLarge")
    })
  )

  it.effect("that is no JSON can be read again by whoever answers it", () =>
    Effect.gen(function* () {
      const request = post('{"é":')
      const restored = restoreBody(request, yield* read(request))
      assert.strictEqual(yield* Effect.promise(() => restored.text()), '{"é":')
    })
  )
})
