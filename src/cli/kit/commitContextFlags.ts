import { Option } from "effect"
import * as Flag from "effect/cli/Flag"
import { booleanFlag } from "./booleanFlags.ts"

const textFlag = (name: string, metavar: string, description: string) =>
  Flag.String(name).pipe(Flag.withMetavar(metavar), Flag.withDescription(description))

/** The commit context: why a commit was made, and which of its places each reason applies to. */
export const commitContextFlags = {
  task: textFlag("task", "TEXT", "Task it belongs to: a ticket or a request").pipe(Flag.optional),
  reason: textFlag("reason", "TEXT", "Why it is done this way").pipe(Flag.optional),
  constraint: textFlag("constraint", "TEXT", "What later changes must preserve; repeatable").pipe(Flag.atLeast(0)),
  rejected: textFlag("rejected", "TEXT: REASON", "What was not done or did not work, and why; repeatable").pipe(
    Flag.atLeast(0)
  ),
  depends: textFlag("depends", "FILE:ANCHOR=NATURE", "What it assumes about other code; repeatable").pipe(
    Flag.atLeast(0)
  ),
  tags: textFlag("tags", "LIST", "Tags, separated by commas").pipe(Flag.optional),
  risk: textFlag("risk", "TEXT", "What could go wrong").pipe(Flag.optional),
  at: textFlag("at", "FILE[:ANCHOR]", "Place that the options after it apply to; repeatable").pipe(Flag.atLeast(0)),
  allowSecret: booleanFlag("allow-secret", "Accept text that looks like a credential but is not")
}

/** Whether any of the commit context is given. */
export const hasReasons = (input: {
  readonly task: Option.Option<string>
  readonly reason: Option.Option<string>
  readonly constraint: ReadonlyArray<string>
  readonly rejected: ReadonlyArray<string>
  readonly depends: ReadonlyArray<string>
  readonly tags: Option.Option<string>
  readonly risk: Option.Option<string>
  readonly at: ReadonlyArray<string>
}): boolean =>
  [input.task, input.reason, input.tags, input.risk].some(Option.isSome) ||
  [input.constraint, input.rejected, input.depends, input.at].some((values) => values.length > 0)
