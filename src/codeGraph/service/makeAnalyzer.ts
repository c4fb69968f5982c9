import { Effect, type FileSystem, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import type { IndexState } from "../../codeIndex/model/answers.ts"
import { severities } from "../../codeIndex/model/findings.ts"
import { CodeReader } from "../../codeIndex/reading/CodeReader.ts"
import { explainMissing } from "../../codeIndex/service/explainMissing.ts"
import { CodeIndex } from "../../codeIndex/service/CodeIndex.ts"
import type { CoChanges } from "../../lineage/CoChanges.ts"
import type { CommitTimes } from "../../lineage/CommitTimes.ts"
import { readBoundary } from "../../lineage/readBoundary.ts"
import { readBaseline } from "../findings/baseline.ts"
import { detectorInfos, isOn } from "../findings/detectorList.ts"
import { detectInHistory, type HistoryFindings } from "../findings/readHistory.ts"
import { toFinding } from "../findings/toFinding.ts"
import type { Finding } from "../model/answers.ts"
import { DetectorUnknown, GraphError } from "../model/GraphError.ts"

/** Findings of a state of the project, the most severe first. */
interface Analysis extends Pick<HistoryFindings, "isRead" | "warnings"> {
  readonly key: string
  readonly findings: ReadonlyArray<Finding>
  readonly suppressed: number
  /** Of production code. */
  readonly lines: number
}

/** What history tells where there is none, or it cannot be read. */
const nothing: HistoryFindings = { others: [], warnings: [], isRead: true }

/** Findings of the detectors that are on, or of a named one. */
export interface AnalyzedFindings {
  /** Absolute path of the work tree, or of the bare repository. */
  readonly root: string
  /** Name of the view. */
  readonly view: string
  /** Ids of the findings that the project knows of. */
  readonly baseline: ReadonlySet<string>
  /** Of all detectors. */
  readonly all: ReadonlyArray<Finding>
  readonly wanted: ReadonlyArray<Finding>
  /** Those that the baseline does not know. */
  readonly fresh: ReadonlyArray<Finding>
  readonly suppressed: number
  /** Lines of production code. */
  readonly lines: number
  readonly state: IndexState
  readonly warnings: ReadonlyArray<string>
}

const checkDetector = (name: string | undefined) =>
  name === undefined || detectorInfos.has(name)
    ? Effect.void
    : Effect.fail(new GraphError({ reason: new DetectorUnknown({ name, known: [...detectorInfos.keys()] }) }))

/** Whether findings are those of the revision: no file is read or linked at the moment. */
const isComplete = ({ pending }: IndexState, warnings: ReadonlyArray<string>): boolean =>
  pending === 0 && warnings.length === 0

const bySeverity = (a: Finding, b: Finding): number => severities.indexOf(a.severity) - severities.indexOf(b.severity)

/**
 * Makes the effect that runs all detectors over the project as it is, and compares their findings with the baseline. Keeps
 * the findings of the state that was asked about last.
 */
export const makeAnalyzer = Effect.gen(function* () {
  const index = yield* CodeIndex
  const reader = yield* CodeReader
  const git = yield* Git
  const reads = yield* Effect.context<CoChanges | CommitTimes | FileSystem.FileSystem | Git>()
  let last: Analysis | undefined

  const analyzeAt = Effect.fnUntraced(function* (view: string, root: string, revision: string) {
    const head = yield* git.resolveCommit("HEAD").pipe(
      Effect.asSome,
      Effect.catchReason("GitError", "UnbornHead", () => Effect.succeedNone)
    )
    const boundary = yield* Effect.provideContext(readBoundary, reads)
    const key = [view, revision, Option.getOrElse(head, () => ""), ...boundary].join("\0")
    if (last?.key === key) return last
    const readRelated = (question: string) => reader.request("relatedFiles", { view, question })
    const history = Option.isNone(head)
      ? nothing
      : yield* Effect.provideContext(
          detectInHistory(yield* reader.request("complexities", view), readRelated),
          reads
        ).pipe(
          Effect.catchReason("GitError", "ObjectMissing", ({ message }) =>
            Effect.succeed({ ...nothing, warnings: [`Findings of history are left out: ${message}`] })
          )
        )
    const { others, ...rest } = history
    const { found, lines, suppressed } = yield* reader.request("detect", { view, question: { root, others } })
    const analysis: Analysis = {
      key,
      findings: found.flatMap(toFinding).toSorted(bySeverity),
      suppressed,
      lines,
      ...rest
    }
    return analysis
  })

  /** Lists what the detectors that are on find, or a named one. */
  return Effect.fn("CodeGraph.detect")(function* (detector?: string) {
    yield* checkDetector(detector)
    const { root, view, warnings } = yield* index.refreshed
    const { index: state, warnings: gaps = [] } = yield* explainMissing(warnings)(reader.request("state", view))
    const analysis = yield* analyzeAt(view, root, state.revision)
    last = analysis.isRead && isComplete(state, warnings) ? analysis : undefined
    const { findings, lines, suppressed, warnings: ofHistory } = analysis
    const baseline = yield* Effect.provideContext(readBaseline(), reads)
    const wanted = findings.filter((each) =>
      detector === undefined ? isOn(each.detector) : each.detector === detector
    )
    const fresh = wanted.filter(({ id }) => !baseline.has(id))
    return {
      root,
      view,
      baseline,
      all: findings,
      wanted,
      fresh,
      suppressed,
      lines,
      state,
      warnings: [...warnings, ...gaps, ...ofHistory]
    } satisfies AnalyzedFindings
  })
})
