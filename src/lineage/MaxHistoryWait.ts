import { Context, type Duration } from "effect"

/**
 * How long questions wait for all history to be read in the background, from the first question on. Read when the layer is
 * built.
 */
export const MaxHistoryWait = Context.Reference<Duration.Input>("ultragit/lineage/MaxHistoryWait", {
  defaultValue: () => "1 second"
})
