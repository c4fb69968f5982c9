import { Context, type Duration } from "effect"

/**
 * How long a search waits until the titles of recent commits are read, which it can do without. By default not at all: a later
 * search has them. Read at each question.
 */
export const MaxTitleWait = Context.Reference<Duration.Input>("ultragit/evidence/files/MaxTitleWait", {
  defaultValue: () => 0
})
