import type { CallToolResult } from "@modelcontextprotocol/server"
import { Cause, Effect, Random } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import { escapeControls, jsonText } from "../../domain/Text.ts"
import type { Json, Work } from "../../toolsets/tool/bind.ts"

/** Encoded outputs as text. */
const texts = new WeakMap<Json, string>()

const textOf = (value: Json): string => {
  const text = texts.get(value) ?? jsonText(value)
  texts.set(value, text)
  return text
}

const errorResult = (text: string): CallToolResult => ({ content: [{ type: "text", text }], isError: true })

const failed = (tool: string, failure: Failure): Effect.Effect<CallToolResult> => {
  const said = [failure.message, ...(failure.details ?? []).map((detail) => `- ${detail}`)]
  const lines = failure.hint === undefined ? said : [...said, failure.hint]
  const text = lines.map(escapeControls).join("\n")
  return Effect.logDebug(text).pipe(Effect.annotateLogs({ tool, code: failure.code }), Effect.as(errorResult(text)))
}

const defective = Effect.fnUntraced(function* (tool: string, cause: Cause.Cause<unknown>) {
  const number = yield* Random.nextIntBetween(0, 2 ** 32, { halfOpen: true })
  const ref = number.toString(16).padStart(8, "0")
  yield* Effect.logError("Internal error", cause).pipe(Effect.annotateLogs({ tool, ref }))
  return errorResult(`Internal error (ref ${ref})`)
})

const settled = (tool: string, cause: Cause.Cause<Failure>): Effect.Effect<CallToolResult> => {
  const failure = Cause.findErrorOption(cause)
  if (!Cause.hasDies(cause) && failure._tag === "Some") return failed(tool, failure.value)
  if (!Cause.hasInterruptsOnly(cause)) return defective(tool, cause)
  return Effect.logDebug("Interrupted").pipe(Effect.annotateLogs({ tool }), Effect.andThen(Effect.interrupt))
}

/**
 * The one place where the outcome of a tool becomes its answer (spec mcp §3): success as text and structure, a
 * failure as message and hint, a defect as a reference to the error log. Interruption stays interruption.
 */
export const answer = <R>(tool: string, work: Work<R>): Effect.Effect<CallToolResult, never, R> =>
  work.pipe(
    Effect.map((value): CallToolResult => ({
      content: [{ type: "text", text: textOf(value) }],
      structuredContent: value
    })),
    Effect.catchCause((cause) => settled(tool, cause))
  )
