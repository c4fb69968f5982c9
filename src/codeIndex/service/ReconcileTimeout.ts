import { Context, type Duration } from "effect"

/** How long a question waits for the index to be brought up to date. Read at each question. */
export const ReconcileTimeout = Context.Reference<Duration.Input>("ultragit/codeIndex/service/ReconcileTimeout", {
  defaultValue: () => "1 second"
})
