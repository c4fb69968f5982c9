import { Schema } from "effect"
import type { Contract } from "../../domain/Contract.ts"
import { DepsAnswer, HistoryAnswer, ReadAnswer, SummaryAnswer } from "../../pipeline/answering/answers.ts"

const path = Schema.String.annotate({ description: "File path relative to repository root" })
const reading = { readOnly: true, idempotent: true, destructive: false } as const

/** Arguments of `read`. `ReadQuery` parses lines and names. */
export const ReadInput = Schema.Struct({
  path,
  anchor: Schema.optionalKey(
    Schema.String.annotate({
      description: "Function or type name, e.g. 'MqttClient::connect'"
    })
  ),
  lines: Schema.optionalKey(Schema.String.annotate({ description: "Line range START:END, e.g. '42:67'" })),
  max_tokens: Schema.optionalKey(
    Schema.Int.annotate({
      description: "Token budget; the answer is trimmed to fit"
    })
  )
})

/** Contract of `ultragit_read`. */
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

/** Arguments of `deps`. */
export const DepsInput = Schema.Struct({
  path,
  anchor: Schema.optionalKey(Schema.String.annotate({ description: "Function or type name" }))
})

/** Contract of `ultragit_deps`. */
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

/** Arguments of `history`. */
export const HistoryInput = Schema.Struct({
  path,
  anchor: Schema.optionalKey(Schema.String.annotate({ description: "Function or type name" })),
  limit: Schema.optionalKey(Schema.Int.annotate({ description: "Max entries (default 10)" }))
})

/** Contract of `ultragit_history`. */
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

/** Arguments of `summary`. */
export const SummaryInput = Schema.Struct({
  path: Schema.String.annotate({ description: "File or directory path relative to repository root" }),
  anchor: Schema.optionalKey(Schema.String.annotate({ description: "Function or type name" }))
})

/** Contract of `ultragit_summary`. */
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
