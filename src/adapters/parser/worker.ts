/**
 * The parsing worker: takes one request at a time and answers it. It runs on a thread with a large stack, because the
 * parser for TypeScript and JavaScript recurses as deep as the text nests, and with a heap of its own.
 */
import { parentPort } from "node:worker_threads"
import { languageNamed } from "./languages.ts"
import type { Reply, Request } from "./messages.ts"
import { decode, place } from "./SourceText.ts"

const answer = (request: Request): Promise<Reply> => {
  const language = languageNamed(request.language)
  if (language === undefined) return Promise.resolve({ _tag: "Failed", message: `no language ${request.language}` })
  return language.load().then((extract): Reply => {
    const text = decode(request.content)
    const found = extract(text, () => true)
    if (found === undefined) return { _tag: "Failed", message: "stopped" }
    return { _tag: "Placed", placed: place(text, found) }
  })
}

parentPort?.on("message", (request: Request) => {
  void answer(request)
    .catch((cause: unknown): Reply => ({ _tag: "Failed", message: String(cause) }))
    .then((reply) => parentPort?.postMessage(reply, []))
})
