import { Effect } from "effect"
import { isTestPath } from "../../domain/pathConventions.ts"
import type { ImpactAnswer, ImpactEvidence, ImpactNote } from "../../codeIndex/model/graphAnswers.ts"
import type { FileReasons } from "../../evidence/files/FileReasons.ts"

/** Files that are looked at, nearest first, and reasons in an answer. */
const maxFiles = 10
const maxEvidence = 5

/**
 * Finds what history gives as a reason for the target's file and the nearest files that would be affected: for those that no
 * note speaks of and that are no tests. A commit is quoted once, for the nearest file.
 */
export const findImpactEvidence = Effect.fn("CodeGraph.impactEvidence")(function* (
  history: FileReasons,
  target: string,
  { reasons }: ImpactAnswer,
  notes: ReadonlyArray<ImpactNote>
) {
  const noted = new Set(notes.map(({ file }) => file))
  const paths = [...new Set([target, ...reasons.map(({ file }) => file)])]
    .filter((path) => !noted.has(path) && !isTestPath(path))
    .slice(0, maxFiles)
  const found = yield* history.find(paths)
  const quoted = new Set<string>()
  return paths
    .flatMap((file): ReadonlyArray<ImpactEvidence> => {
      const reason = found.get(file)
      if (reason === undefined || quoted.has(reason.commit)) return []
      quoted.add(reason.commit)
      return [{ file, ...reason }]
    })
    .slice(0, maxEvidence)
})
