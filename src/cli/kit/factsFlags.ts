import * as Flag from "effect/cli/Flag"
import { off } from "./setupFlags.ts"

const said = (name: string, metavar: string, description: string) =>
  Flag.String(name).pipe(Flag.withMetavar(metavar), Flag.withDescription(description))

/** What is said of a commit, and where in it the words belong. */
export const factsFlags = {
  task: said("task", "TEXT", "The task it belongs to: a ticket, a request").pipe(Flag.optional),
  reason: said("reason", "TEXT", "Why it is so and not otherwise").pipe(Flag.optional),
  constraint: said("constraint", "TEXT", "What whoever changes it must keep; also several times").pipe(Flag.atLeast(0)),
  depends: said("depends", "FILE:ANCHOR=NATURE", "What it assumes about other code; also several times").pipe(
    Flag.atLeast(0)
  ),
  tags: said("tags", "LIST", "Tags, separated by commas").pipe(Flag.optional),
  risk: said("risk", "TEXT", "What could go wrong").pipe(Flag.optional),
  at: said("at", "FILE[:ANCHOR]", "Whose the options behind it are: place each reason; also several times").pipe(
    Flag.atLeast(0)
  ),
  allowSecret: off("allow-secret", "Take text that looks like a credential and is none")
}
