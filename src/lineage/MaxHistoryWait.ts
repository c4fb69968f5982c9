import { Context, type Duration } from "effect"

/** How long a question waits while all history is read in the background. Read when the layer is built. */
export const MaxHistoryWait = Context.Reference<Duration.Input>("ultragit/lineage/MaxHistoryWait", {
  defaultValue: () => "1 second"
})
