/**
 * The parsing worker: handles one request at a time. It has a large stack, because the parser for TypeScript and
 * JavaScript recurses as deep as the text nests, and its own heap.
 */
import process from "node:process"
import { parentPort } from "node:worker_threads"
import type { Reply, ReplyMessage, RequestMessage } from "../threads/requests.ts"
import { outOfMemory } from "./Language.ts"
import { findLanguage } from "./languages.ts"
import { maxGrammarBytes } from "./limits.ts"
import type { ParseFailed, ParseInput, ParseRequests } from "./messages.ts"
import { decode, convertToUnits, type ParsedUnits } from "./SourceText.ts"

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

const post = (id: number, reply: Reply<ParsedUnits>): void => {
  const message: ReplyMessage<ParsedUnits> = { id, reply }
  parentPort?.postMessage(message, [])
}

const fail = (failure: ParseFailed["failure"], message: string): Reply<ParsedUnits> => {
  const error: typeof ParseFailed.Encoded = { _tag: "ParseFailed", failure, message }
  return { _tag: "Failure", error }
}

const parse = (input: ParseInput): Promise<Reply<ParsedUnits>> => {
  const language = findLanguage(input.language)
  if (language === undefined) return Promise.resolve(fail("parser", `no language ${input.language}`))
  return language.load(maxGrammarBytes).then((extract): Reply<ParsedUnits> => {
    const text = decode(input.content)
    const found = extract(text, makeCpuLimit(input.maxMillis), input.wantsFacts)
    if (found === undefined) return fail("time", "stopped")
    if (found === outOfMemory) return fail("memory", found)
    return { _tag: "Success", output: convertToUnits(text, found) }
  })
}

// Without `answerRequests`: Effect would add to the memory of each worker, and to its start.
parentPort?.on("message", ({ id, input }: RequestMessage<ParseRequests>) => {
  void parse(input)
    .catch((cause: unknown) => fail("parser", String(cause)))
    .then((reply) => post(id, reply))
})
