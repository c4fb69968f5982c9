/**
 * The parsing worker: handles one request at a time. It has a large stack, because the parser for TypeScript and
 * JavaScript recurses as deep as the text nests, and its own heap.
 */
import process from "node:process"
import { parentPort } from "node:worker_threads"
import { outOfMemory } from "./Language.ts"
import { findLanguage } from "./languages.ts"
import { maxGrammarBytes } from "./limits.ts"
import type { Reply, Request } from "./messages.ts"
import { decode, convertToUnits } from "./SourceText.ts"

/** Calls between checks of the clock: parsers call every few microseconds. */
const callsPerCheck = 32

/** Makes a check that returns false once this thread has used that much CPU time. */
const makeCpuLimit = (millis: number): (() => boolean) => {
  const before = process.threadCpuUsage()
  let calls = 0
  let shouldContinue = true
  return () => {
    calls += 1
    if (shouldContinue && calls % callsPerCheck === 0) {
      const { system, user } = process.threadCpuUsage(before)
      shouldContinue = user + system < millis * 1_000
    }
    return shouldContinue
  }
}

const handleRequest = (request: Request): Promise<Reply> => {
  const language = findLanguage(request.language)
  if (language === undefined) {
    return Promise.resolve({ _tag: "Failed", failure: "parser", message: `no language ${request.language}` })
  }
  return language.load(maxGrammarBytes).then((extract): Reply => {
    const text = decode(request.content)
    const found = extract(text, makeCpuLimit(request.maxMillis))
    if (found === undefined) return { _tag: "Failed", failure: "time", message: "stopped" }
    if (found === outOfMemory) return { _tag: "Failed", failure: "memory", message: found }
    return { _tag: "Parsed", units: convertToUnits(text, found) }
  })
}

parentPort?.on("message", (request: Request) => {
  void handleRequest(request)
    .catch((cause: unknown): Reply => ({
      _tag: "Failed",
      failure: "parser",
      message: String(cause)
    }))
    .then((reply) => parentPort?.postMessage(reply, []))
})
