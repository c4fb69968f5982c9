/**
 * The parsing worker: takes one request at a time and answers it. It runs on a thread with a large stack, because the
 * parser for TypeScript and JavaScript recurses as deep as the text nests, and with a heap of its own.
 */
import process from "node:process"
import { parentPort } from "node:worker_threads"
import { outOfMemory } from "./Language.ts"
import { languageNamed } from "./languages.ts"
import { maxGrammarBytes } from "./limits.ts"
import type { Reply, Request } from "./messages.ts"
import { decode, place } from "./SourceText.ts"

/** Calls between two looks at the clock: parsers ask every few microseconds. */
const callsPerLook = 32

/** Says no once this thread has used so much processor time. */
const untilUsed = (millis: number): (() => boolean) => {
  const before = process.threadCpuUsage()
  let calls = 0
  let goOn = true
  return () => {
    calls += 1
    if (goOn && calls % callsPerLook === 0) {
      const { system, user } = process.threadCpuUsage(before)
      goOn = user + system < millis * 1_000
    }
    return goOn
  }
}

const answer = (request: Request): Promise<Reply> => {
  const language = languageNamed(request.language)
  if (language === undefined) {
    return Promise.resolve({ _tag: "Failed", limit: "parser", message: `no language ${request.language}` })
  }
  return language.load(maxGrammarBytes).then((extract): Reply => {
    const text = decode(request.content)
    const found = extract(text, untilUsed(request.maxMillis))
    if (found === undefined) return { _tag: "Failed", limit: "time", message: "stopped" }
    if (found === outOfMemory) return { _tag: "Failed", limit: "memory", message: found }
    return { _tag: "Placed", placed: place(text, found) }
  })
}

parentPort?.on("message", (request: Request) => {
  void answer(request)
    .catch((cause: unknown): Reply => ({
      _tag: "Failed",
      limit: "parser",
      message: String(cause)
    }))
    .then((reply) => parentPort?.postMessage(reply, []))
})
