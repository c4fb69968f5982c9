import { Context, type Duration } from "effect"

/**
 * How long a search waits until the titles of recent commits are read, which it is good without. Not at all by default: titles are
 * there at a later search. Read at each question.
 */
export const MaxTitleWait = Context.Reference<Duration.Input>("ultragit/evidence/files/MaxTitleWait", {
  defaultValue: () => 0
})
