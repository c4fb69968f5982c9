import { Context, Effect } from "effect"
import { jsonText } from "../../domain/Text.ts"
import type { Answer } from "../../pipeline/answering/answers.ts"

/** Loads the function that formats answers as Markdown (default: as JSON). `Layers.ts` provides the command line's. */
export const AnswerText = Context.Reference<Effect.Effect<(answer: Answer) => string>>(
  "ultragit/toolsets/annotations/AnswerText",
  { defaultValue: () => Effect.succeed((answer) => jsonText(answer)) }
)
