import type { CallToolResult } from "@modelcontextprotocol/server"
import { Cause, Effect, Random } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import { CurrentPrincipal } from "../../domain/Principal.ts"
import { escapeControls, jsonText } from "../../domain/Text.ts"
import type { Json, Work } from "../../toolsets/tool/bind.ts"

/** Cached text of encoded outputs. */
const texts = new WeakMap<Json, string>()

const encodeText = (value: Json): string => {
  const text = texts.get(value) ?? jsonText(value)
  texts.set(value, text)
  return text
}

const errorResult = (text: string): CallToolResult => ({ content: [{ type: "text", text }], isError: true })

/** Codes of failures whose message names the folder of a repository. */
const folderCodes: ReadonlySet<string> = new Set(["not_a_repository", "repository_unreadable"])

/**
 * What a caller may know of a failure: folders of the server are for the user of this machine, and for its log. `tool`: or the
 * address of a resource.
 */
export const toShown = Effect.fnUntraced(function* (tool: string, failure: Failure) {
  if (!folderCodes.has(failure.code) || (yield* CurrentPrincipal) === undefined) return failure
  yield* Effect.logWarning(failure.message).pipe(Effect.annotateLogs({ tool, code: failure.code }))
  const shown: Failure = {
    code: failure.code,
    message: "The server cannot open this repository.",
    hint: "Who runs the server finds the reason in its log."
  }
  return shown
})

const toFailureResult = (tool: string, failure: Failure): Effect.Effect<CallToolResult> => {
  const messages = [failure.message, ...(failure.details ?? []).map((detail) => `- ${detail}`)]
  const lines = failure.hint === undefined ? messages : [...messages, failure.hint]
  const text = lines.map(escapeControls).join("\n")
  return Effect.logDebug(text).pipe(Effect.annotateLogs({ tool, code: failure.code }), Effect.as(errorResult(text)))
}

const toDefectResult = Effect.fnUntraced(function* (tool: string, cause: Cause.Cause<unknown>) {
  const number = yield* Random.nextIntBetween(0, 2 ** 32, { halfOpen: true })
  const ref = number.toString(16).padStart(8, "0")
  yield* Effect.logError("Internal error", cause).pipe(Effect.annotateLogs({ tool, ref }))
  return errorResult(`Internal error (ref ${ref})`)
})

const toErrorResult = (tool: string, cause: Cause.Cause<Failure>): Effect.Effect<CallToolResult> => {
  const failure = Cause.findErrorOption(cause)
  if (!Cause.hasDies(cause) && failure._tag === "Some")
    return Effect.flatMap(toShown(tool, failure.value), (shown) => toFailureResult(tool, shown))
  if (!Cause.hasInterruptsOnly(cause)) return toDefectResult(tool, cause)
  return Effect.logDebug("Interrupted").pipe(Effect.annotateLogs({ tool }), Effect.andThen(Effect.interrupt))
}

/**
 * Converts the outcome of a tool to its answer (spec mcp §3): success to text and structure, a failure to message and hint,
 * a defect to a reference into the error log. Interruption stays interruption.
 */
export const answer = <R>(tool: string, work: Work<R>): Effect.Effect<CallToolResult, never, R> =>
  work.pipe(
    Effect.map(({ text, value }): CallToolResult => ({
      content: [{ type: "text", text: text === undefined ? encodeText(value) : text }],
      structuredContent: value
    })),
    Effect.catchCause((cause) => toErrorResult(tool, cause))
  )
