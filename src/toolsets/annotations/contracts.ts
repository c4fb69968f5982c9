import { Schema } from "effect"
import type { Contract } from "../../domain/Contract.ts"
import { DepsAnswer, HistoryAnswer, ReadAnswer, SummaryAnswer } from "../../pipeline/answering/answers.ts"

const path = Schema.String.annotate({ description: "File path relative to repository root" })
const reading = { readOnly: true, idempotent: true, destructive: false } as const

/** What a client may ask of `read`; the reading of lines and names is that of `ReadQuery`. */
export const ReadInput = Schema.Struct({
  path,
  anchor: Schema.optionalKey(
    Schema.String.annotate({
      description: "Function or type name to scope the query (e.g., 'MqttClient::connect')"
    })
  ),
  lines: Schema.optionalKey(Schema.String.annotate({ description: "Line range in START:END format (e.g., '42:67')" })),
  max_tokens: Schema.optionalKey(
    Schema.Int.annotate({
      description: "Maximum token budget for the response. Output is trimmed to fit."
    })
  )
})

/** Outside of the question why code is as it is. */
export const readContract: Contract<typeof ReadInput, typeof ReadAnswer> = {
  name: "ultragit_read",
  title: "Why this code is as it is",
  command: "ultragit read",
  description:
    "Retrieve Ultragit annotations for a file or code region. Returns intent, reasoning, constraints, semantic dependencies, and risk notes captured at commit time. Use before modifying existing code.",
  input: ReadInput,
  output: ReadAnswer,
  hints: reading
}

/** What a client may ask of `deps`. */
export const DepsInput = Schema.Struct({
  path,
  anchor: Schema.optionalKey(Schema.String.annotate({ description: "Function or type name to check dependencies for" }))
})

/** Outside of the question what relies on code. */
export const depsContract: Contract<typeof DepsInput, typeof DepsAnswer> = {
  name: "ultragit_deps",
  title: "What relies on this code",
  command: "ultragit deps",
  description:
    "Find code that depends on behavioral assumptions about the specified function or region. Critical before modifying any function's behavior or signature.",
  input: DepsInput,
  output: DepsAnswer,
  hints: reading
}

/** What a client may ask of `history`. */
export const HistoryInput = Schema.Struct({
  path,
  anchor: Schema.optionalKey(Schema.String.annotate({ description: "Function or type name" })),
  limit: Schema.optionalKey(
    Schema.Int.annotate({ description: "Maximum number of history entries to return. Default: 10." })
  )
})

/** Outside of the question how code came to be. */
export const historyContract: Contract<typeof HistoryInput, typeof HistoryAnswer> = {
  name: "ultragit_history",
  title: "How this code came to be",
  command: "ultragit history",
  description:
    "Show the reasoning timeline for a code region: what changed and why at each step. Use when debugging surprising behavior.",
  input: HistoryInput,
  output: HistoryAnswer,
  hints: reading
}

/** What a client may ask of `summary`. */
export const SummaryInput = Schema.Struct({
  path: Schema.String.annotate({ description: "File or directory path relative to repository root" }),
  anchor: Schema.optionalKey(
    Schema.String.annotate({ description: "Optional function or type name to scope the summary" })
  )
})

/** Outside of the question what a file or folder is for. */
export const summaryContract: Contract<typeof SummaryInput, typeof SummaryAnswer> = {
  name: "ultragit_summary",
  title: "What a file or folder is for",
  command: "ultragit summary",
  description:
    "Get a condensed view of intent and constraints for all annotated regions in a file or directory. Use for broad orientation on an unfamiliar module.",
  input: SummaryInput,
  output: SummaryAnswer,
  hints: reading
}
