import { Effect, Option } from "effect"
import { formatPath } from "../../adapters/git/parse/QuotedPath.ts"
import { formatTimestamp } from "../../domain/Instant.ts"
import type { CoChange } from "../../lineage/coChangeIndex.ts"
import { CoChanges } from "../../lineage/CoChanges.ts"
import type { CoChanged } from "../answering/answers.ts"
import { fitCoChanged } from "../answering/fitEvidence.ts"
import type { Question } from "../answering/Question.ts"
import { isGone } from "../subject/isGone.ts"
import { asksForEvidence } from "./readEvidence.ts"

/** Maximum files in an answer, more with `verbose`, fewer with a small budget. */
const maxFiles = 5
const maxFilesVerbose = 20

const round = (share: number): number => Math.round(share * 100) / 100

const toEntry = ({ confidence, path, reverseConfidence, since, support }: CoChange): CoChanged => ({
  path: formatPath(path),
  support,
  confidence: round(confidence),
  reverse_confidence: round(reverseConfidence),
  since: formatTimestamp(since * 1000)
})

const unknown = (why: string) => ({
  entries: [],
  warnings: [`Files that change together with this one are left out: ${why}`],
  isComplete: false
})

const isReading = unknown(
  "reading all history, once, takes longer. A running server goes on with it in the background; ask it again later."
)

/** Finds files that historically change together with the file of a question (spec evidence). */
export const findCoChanged = Effect.fn("Pipeline.findCoChanged")(
  function* (question: Question, hasDependents: boolean) {
    const { budget, now, pathFilter, subject, verbose } = question
    if (!asksForEvidence(question) || Option.isSome(question.excludedBy))
      return { entries: [], warnings: [], isComplete: true }
    const found = yield* (yield* CoChanges).find(subject.commit, subject.path, now)
    if (Option.isNone(found)) return isReading
    const shown = found.value.filter(({ path }) => Option.isNone(pathFilter(path)))
    const first = shown.slice(0, verbose ? maxFilesVerbose : maxFiles).map(toEntry)
    return { entries: fitCoChanged(first, budget, hasDependents), warnings: [], isComplete: true }
  },
  (found, { subject }) =>
    Effect.catchTag(found, "GitError", (error) =>
      Effect.flatMap(isGone(error, subject.commit), (gone) =>
        gone ? Effect.fail(error) : Effect.succeed(unknown(error.message))
      )
    )
)
