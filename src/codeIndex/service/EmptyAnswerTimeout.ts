import { Context, type Duration } from "effect"

/**
 * How long a question that would be answered with nothing waits for the index to be brought up to date, after `ReconcileTimeout`:
 * who gets nothing only asks again. Shorter than the minute after which clients give up. Read at each question.
 */
export const EmptyAnswerTimeout = Context.Reference<Duration.Input>("ultragit/codeIndex/service/EmptyAnswerTimeout", {
  defaultValue: () => "30 seconds"
})
