import { Context, type Duration } from "effect"

/** How long an answer waits for reasons from history, which it can do without. Read at each question. */
export const MaxReasonWait = Context.Reference<Duration.Input>("ultragit/evidence/files/MaxReasonWait", {
  defaultValue: () => "50 millis"
})
