import { Effect, Option } from "effect"
import { formatPath } from "../../adapters/git/parse/QuotedPath.ts"
import { countLines } from "../../domain/lines.ts"
import { blameFile } from "../../lineage/Blame.ts"
import { Trees } from "../../lineage/Trees.ts"
import type { Question } from "../answering/Question.ts"

/** Finds the path in the commit of a file that the index has renamed. */
const findRenamedFrom = Effect.fnUntraced(function* ({ subject }: Question) {
  const trees = yield* Trees
  const length = Option.match(subject.content, { onNone: () => 0, onSome: countLines })
  const hunks = yield* blameFile(subject, length)
  const origins = new Set(hunks.flatMap(({ commit, path }) => (Option.isSome(commit) ? [path] : [])))
  for (const path of origins) if (Option.isSome(yield* trees.entry(subject.commit, path))) return path
  return undefined
})

/** Warns that a file has no history yet, with the file that has it where the index says so. */
export const warnOfUncommitted = Effect.fnUntraced(function* (question: Question) {
  const { committed, kind, path } = question.subject
  if (kind !== "file" || committed) return []
  const former = yield* findRenamedFrom(question)
  const shown = formatPath(path)
  return former === undefined
    ? [`${shown} is not committed yet and has no history.`]
    : [`${shown} is a rename that is not committed yet; ${formatPath(former)} has its history.`]
})
