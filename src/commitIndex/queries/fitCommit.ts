import { Result } from "effect"
import { fitToBudget, type Stage, tokensForBytes } from "../../domain/Budget.ts"
import { jsonText } from "../../domain/Text.ts"
import type { CommitAnswer } from "../model/answers.ts"
import { ArgumentInvalid, CommitsError } from "../model/CommitsError.ts"
import { truncateText } from "../model/commitText.ts"

/** Default token budget of an answer. */
export const defaultMaxTokens = 10_000

const textFields = ["subject", "body", "reasoning"] as const
const listFields = ["changed_files", "refs"] as const
type TextField = (typeof textFields)[number]
type ListField = (typeof listFields)[number]
type CommitStage = Stage<CommitAnswer>

const lengthOf = (answer: CommitAnswer, field: TextField | ListField): number => answer[field]?.length ?? 0

/** Stage that truncates a text to no less than its first `kept` characters. */
const cutText = (whole: CommitAnswer, field: TextField, kept: number): CommitStage => ({
  name: field,
  size: Math.max(0, lengthOf(whole, field) - kept),
  apply: (answer, count) => ({
    ...answer,
    [field]: truncateText(answer[field] ?? "", lengthOf(answer, field) - count).toWellFormed()
  })
})

/** Stage that drops entries from the end of a list, down to its first `kept`. */
const cutList = (whole: CommitAnswer, field: ListField, kept: number): CommitStage => ({
  name: field,
  size: Math.max(0, lengthOf(whole, field) - kept),
  apply: (answer, count) => ({ ...answer, [field]: answer[field].slice(0, lengthOf(answer, field) - count) })
})

/** Stages in the order in which they apply: first down to a useful minimum, then down to nothing. */
const trimStages = (whole: CommitAnswer): ReadonlyArray<CommitStage> => {
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

/** Records the full lengths of truncated fields in `trimmed`. */
const addTrimmed = (answer: CommitAnswer, whole: CommitAnswer): CommitAnswer => {
  const cut = [...listFields, ...textFields].filter((field) => lengthOf(answer, field) < lengthOf(whole, field))
  return { ...answer, trimmed: Object.fromEntries(cut.map((field) => [field, lengthOf(whole, field)])) }
}

/** Truncates fields to what the budget could hold at most, so that the cost of fitting depends on the budget alone. */
const preTruncate = (whole: CommitAnswer, limit: number): CommitAnswer => ({
  ...whole,
  subject: truncateText(whole.subject, limit),
  body: whole.body === null ? null : truncateText(whole.body, limit),
  changed_files: whole.changed_files.slice(0, limit),
  ...(whole.reasoning === undefined ? {} : { reasoning: truncateText(whole.reasoning, limit) })
})

const countBytes = (answer: CommitAnswer): number => Buffer.byteLength(jsonText(answer))

/**
 * Trims the answer to a token budget and lists cut fields in `trimmed`. Fails with `ArgumentInvalid` if the budget is too
 * small for the fields that are never cut.
 */
export const fitCommit = (
  whole: CommitAnswer,
  maxTokens: number = defaultMaxTokens
): Result.Result<CommitAnswer, CommitsError> => {
  const start = preTruncate(whole, Math.max(1_000, 3 * maxTokens))
  const fitted = fitToBudget(start, {
    limit: maxTokens,
    stages: trimStages(start),
    cost: (answer) => tokensForBytes(countBytes(answer)),
    describe: (answer) => addTrimmed(answer, whole)
  })
  return Result.mapError(fitted, ({ smallest }) => {
    const expected = `at least ${smallest} for this commit`
    return new CommitsError({ reason: new ArgumentInvalid({ name: "max_tokens", expected, value: `${maxTokens}` }) })
  })
}
