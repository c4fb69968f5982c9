import { Result } from "effect"
import { fitToBudget, type Stage, tokensForBytes } from "../../domain/Budget.ts"
import { jsonText } from "../../domain/Text.ts"
import type { CommitAnswer } from "../model/answers.ts"
import { ArgumentInvalid, CommitsError } from "../model/CommitsError.ts"
import { truncateText } from "../model/commitText.ts"

/** Tokens of an answer for which no other budget was given. */
const usualTokens = 10_000

const texts = ["subject", "body", "reasoning"] as const
const lists = ["changed_files", "refs"] as const
type TextField = (typeof texts)[number]
type ListField = (typeof lists)[number]
type CommitStage = Stage<CommitAnswer>

const lengthOf = (answer: CommitAnswer, field: TextField | ListField): number => answer[field]?.length ?? 0

/** Cuts characters off the end of a text down to its first `kept`. */
const cutText = (whole: CommitAnswer, field: TextField, kept: number): CommitStage => ({
  name: field,
  size: Math.max(0, lengthOf(whole, field) - kept),
  apply: (answer, count) => ({
    ...answer,
    [field]: truncateText(answer[field] ?? "", lengthOf(answer, field) - count).toWellFormed()
  })
})

/** Leaves out the last entries of a list down to its first `kept`. */
const cutList = (whole: CommitAnswer, field: ListField, kept: number): CommitStage => ({
  name: field,
  size: Math.max(0, lengthOf(whole, field) - kept),
  apply: (answer, count) => ({ ...answer, [field]: answer[field].slice(0, lengthOf(answer, field) - count) })
})

/** What is cut first, down to so much of it, and then to nothing. */
const stagesOf = (whole: CommitAnswer): ReadonlyArray<CommitStage> => {
  const rounds = [
    { refs: 20, changed_files: 100, body: 6_000, reasoning: 3_000, subject: 300 },
    { refs: 0, changed_files: 0, body: 0, reasoning: 0, subject: 100 }
  ]
  let left = whole
  return rounds.flatMap((kept) => {
    const stages = [
      cutList(left, "refs", kept.refs),
      cutList(left, "changed_files", kept.changed_files),
      cutText(left, "body", kept.body),
      cutText(left, "reasoning", kept.reasoning),
      cutText(left, "subject", kept.subject)
    ]
    left = stages.reduce((answer, stage) => (stage.size === 0 ? answer : stage.apply(answer, stage.size)), left)
    return stages
  })
}

/** The answer with how long that was which is no longer whole. */
const describe = (answer: CommitAnswer, whole: CommitAnswer): CommitAnswer => {
  const cut = [...lists, ...texts].filter((field) => lengthOf(answer, field) < lengthOf(whole, field))
  return { ...answer, trimmed: Object.fromEntries(cut.map((field) => [field, lengthOf(whole, field)])) }
}

/** The answer with no more of its texts than a budget could have room for, so that fitting takes as long as the budget is large. */
const shortened = (whole: CommitAnswer, limit: number): CommitAnswer => ({
  ...whole,
  subject: truncateText(whole.subject, limit),
  body: whole.body === null ? null : truncateText(whole.body, limit),
  changed_files: whole.changed_files.slice(0, limit),
  ...(whole.reasoning === undefined ? {} : { reasoning: truncateText(whole.reasoning, limit) })
})

const bytesIn = (answer: CommitAnswer): number => Buffer.byteLength(jsonText(answer))

/**
 * The answer within a budget of tokens; what is cut is named in `trimmed`. Fails with `ArgumentInvalid` where the budget
 * is too small for what is never cut.
 */
export const fitCommit = (
  whole: CommitAnswer,
  maxTokens: number = usualTokens
): Result.Result<CommitAnswer, CommitsError> => {
  const start = shortened(whole, Math.max(1_000, 3 * maxTokens))
  const fitted = fitToBudget(start, {
    limit: maxTokens,
    stages: stagesOf(start),
    cost: (answer) => tokensForBytes(bytesIn(answer)),
    describe: (answer) => describe(answer, whole)
  })
  return Result.mapError(fitted, ({ smallest }) => {
    const expected = `at least ${smallest} for this commit`
    return new CommitsError({ reason: new ArgumentInvalid({ name: "max_tokens", expected, value: `${maxTokens}` }) })
  })
}
