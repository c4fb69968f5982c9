import type { DepsAnswer } from "../../pipeline/answering/answers.ts"
import { blank, type Line } from "./Line.ts"
import { dependentLines, emptyLine, formatTitle, trimmedLines, warningLines } from "./parts.ts"
import { formatCount } from "../../domain/Text.ts"

/** Renders the answer of `deps`: the regions that rely on the code, most confident first. */
export const renderDeps = (answer: DepsAnswer): ReadonlyArray<Line> => [
  formatTitle("What relies on", answer.query),
  ...warningLines(answer),
  blank,
  ...(answer.dependents.length === 0
    ? [
        emptyLine(
          answer,
          "dependent",
          `No annotation says that it relies on this code (${formatCount(answer.stats.commits_scanned, "annotated commit")} ` +
            "considered). Callers may still rely on it; search for the name."
        )
      ]
    : answer.dependents.flatMap(dependentLines)),
  ...trimmedLines(answer)
]
