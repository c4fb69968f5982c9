import { parentPort } from "node:worker_threads"
import { Cause, type Context, Effect, Schema } from "effect"
import type { Reply, ReplyMessage, RequestMessage, RequestTypes } from "./requests.ts"

const post = <Output>(id: number, reply: Reply<Output>): Effect.Effect<void> =>
  Effect.sync(() => {
    const message: ReplyMessage<Output> = { id, reply }
    parentPort?.postMessage(message, [])
  })

/**
 * The thread's end of a {@link ThreadClient}: answers requests until the thread is terminated. Encodes the failures of
 * `answer` with `error`; reports defects as text, among them an output that cannot be copied.
 */
export const answerRequests = <Requests extends RequestTypes<Requests>, E, R>(
  error: Schema.Codec<E, unknown>,
  answer: <Name extends keyof Requests>(
    name: Name,
    input: Requests[Name]["input"]
  ) => Effect.Effect<Requests[Name]["output"], E, R>
): Effect.Effect<never, never, R> => {
  const encode = Schema.encodeEffect(error)
  const replyTo = <Name extends keyof Requests>({ id, input, name }: RequestMessage<Requests, Name>) =>
    Effect.matchEffect(answer(name, input), {
      onSuccess: (output) => post(id, { _tag: "Success", output }),
      onFailure: (failure) =>
        Effect.flatMap(encode(failure), (encoded) => post(id, { _tag: "Failure", error: encoded }))
    }).pipe(Effect.catchCause((cause) => post(id, { _tag: "Defect", message: Cause.pretty(cause) })))
  return Effect.contextWith((context: Context.Context<R>) => {
    const run = Effect.runForkWith(context)
    return Effect.callback<never>(() => {
      parentPort?.on("message", (message: RequestMessage<Requests>) => void run(replyTo(message)))
    })
  })
}
