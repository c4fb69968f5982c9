/**
 * Reader thread for the index at the path in its argument: answers one request at a time. It only reads, so it may be
 * terminated at any time.
 */
import { argv } from "node:process"
import { parentPort } from "node:worker_threads"
import { Cause, Effect, Layer, ManagedRuntime, Schema } from "effect"
import { IndexPath } from "../model/indexPath.ts"
import { IndexReader } from "./IndexReader.ts"
import type { RequestName } from "./requests.ts"
import { RequestError, type Reply, type Request } from "./messages.ts"

const [, , path = ""] = argv
const runtime = ManagedRuntime.make(IndexReader.layer.pipe(Layer.provide(Layer.succeed(IndexPath)(path))))
const encode = Schema.encodeEffect(RequestError)

const answer = <Name extends RequestName>({ input, name }: Request<Name>): Effect.Effect<Reply, never, IndexReader> =>
  Effect.flatMap(IndexReader, (reader) => reader.request(name, input)).pipe(
    Effect.map((output): Reply => ({ _tag: "Success", output })),
    Effect.catch((error) => Effect.map(encode(error), (encoded): Reply => ({ _tag: "Failure", error: encoded }))),
    Effect.catchCause((cause) => Effect.succeed<Reply>({ _tag: "Defect", message: Cause.pretty(cause) }))
  )

parentPort?.on("message", (request: Request) => {
  void runtime.runPromise(answer(request)).then((reply) => parentPort?.postMessage(reply, []))
})
