import { parentPort } from "node:worker_threads"
import type { Reply, ReplyMessage, RequestMessage, RequestTypes } from "./requests.ts"

/**
 * The thread's end of a `ThreadClient`, like `answerRequests`, but without Effect, which would add to the memory of each
 * thread and to its start. `answer` encodes its failures itself; a rejection is a defect.
 */
export const answerPlainly = <Requests extends RequestTypes<Requests>>(
  answer: (message: RequestMessage<Requests>) => Promise<Reply<Requests[keyof Requests]["output"]>>
): void => {
  parentPort?.on("message", (message: RequestMessage<Requests>) => {
    const post = (reply: Reply<Requests[keyof Requests]["output"]>): void => {
      const answered: ReplyMessage<Requests[keyof Requests]["output"]> = { id: message.id, reply }
      parentPort?.postMessage(answered, [])
    }
    answer(message).then(post, (cause: unknown) => post({ _tag: "Defect", message: String(cause) }))
  })
}
