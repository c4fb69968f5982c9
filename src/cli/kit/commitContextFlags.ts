import * as Flag from "effect/cli/Flag"
import { booleanFlag } from "./booleanFlags.ts"

const textFlag = (name: string, metavar: string, description: string) =>
  Flag.String(name).pipe(Flag.withMetavar(metavar), Flag.withDescription(description))

/** What is said of a commit, and where in it the words belong. */
export const commitContextFlags = {
  task: textFlag("task", "TEXT", "The task it belongs to: a ticket, a request").pipe(Flag.optional),
  reason: textFlag("reason", "TEXT", "Why it is so and not otherwise").pipe(Flag.optional),
  constraint: textFlag("constraint", "TEXT", "What whoever changes it must keep; also several times").pipe(
    Flag.atLeast(0)
  ),
  depends: textFlag("depends", "FILE:ANCHOR=NATURE", "What it assumes about other code; also several times").pipe(
    Flag.atLeast(0)
  ),
  tags: textFlag("tags", "LIST", "Tags, separated by commas").pipe(Flag.optional),
  risk: textFlag("risk", "TEXT", "What could go wrong").pipe(Flag.optional),
  at: textFlag("at", "FILE[:ANCHOR]", "Whose the options behind it are: place each reason; also several times").pipe(
    Flag.atLeast(0)
  ),
  allowSecret: booleanFlag("allow-secret", "Take text that looks like a credential and is none")
}
