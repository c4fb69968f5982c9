import { basename } from "node:path"
import { Effect } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { checkRange } from "../../codeIndex/asking/checkRange.ts"
import { toFolderPath } from "../../codeIndex/asking/filePaths.ts"
import { CodeIndex } from "../../codeIndex/service/CodeIndex.ts"
import { CodeReader } from "../../codeIndex/reading/CodeReader.ts"
import { severities } from "../../codeIndex/model/findings.ts"
import { baselineName, writeBaseline } from "../findings/baseline.ts"
import { detectorInfos, isOfHistory } from "../findings/detectorList.ts"
import { type Health, measureHealth, roundPoints, roundScore } from "../findings/health.ts"
import type { AnalyzeAnswer, BaselineAnswer, DetectorsAnswer, FindingsAnswer, ReportAnswer } from "../model/answers.ts"
import { formatCount } from "../../domain/Text.ts"
import { FindingUnknown, GraphError } from "../model/GraphError.ts"
import type { FindingsInput } from "../model/inputs.ts"
import { checkFolder } from "./checkFolder.ts"
import { type AnalyzedFindings, makeAnalyzer } from "./makeAnalyzer.ts"

const defaultLimit = 20
const maxLimit = 500

const count = (values: ReadonlyArray<string>): Readonly<Record<string, number>> =>
  Object.fromEntries([...Map.groupBy(values, (value) => value)].map(([value, found]) => [value, found.length]))

const isBelow = (file: string, path: string): boolean => {
  const folder = toFolderPath(path)
  return folder === "" || file === folder || file.startsWith(`${folder}/`)
}

/** What all answers about findings say of what they leave out and of the index. */
const describe = ({ fresh, state, wanted, warnings }: AnalyzedFindings) => ({
  ...(wanted.length === fresh.length ? {} : { baselined: wanted.length - fresh.length }),
  index: state,
  ...(warnings.length === 0 ? {} : { warnings })
})

const healthOf = ({ lines, wanted }: AnalyzedFindings): Health =>
  measureHealth(
    wanted.filter(({ detector }) => !isOfHistory(detector)),
    lines
  )

const describeHealth = ({ lost, score }: Health): ReportAnswer["health"] => ({
  score: roundScore(score),
  lost: [...lost]
    .map(([detector, points]) => ({ detector, points: roundPoints(points) }))
    .toSorted((a, b) => b.points - a.points)
})

/** Counts findings, and says whether all files are looked at. */
export const toAnalyzeAnswer = (analyzed: AnalyzedFindings): AnalyzeAnswer => {
  const { fresh, state, suppressed } = analyzed
  const isComplete = state.pending === 0
  const counts = count(fresh.map(({ severity }) => severity))
  return {
    status: isComplete ? "completed" : "incomplete",
    total_findings: fresh.length,
    by_severity: Object.fromEntries(severities.map((severity) => [severity, counts[severity] ?? 0])),
    by_detector: count(fresh.map(({ detector }) => detector)),
    health_score: roundScore(healthOf(analyzed).score),
    message: `${isComplete ? "Analysis complete." : `${formatCount(state.pending, "file")} of ${state.files} not indexed yet; ask again.`} Found ${fresh.length} ${fresh.length === 1 ? "issue" : "issues"}.`,
    ...(suppressed === 0 ? {} : { suppressed }),
    ...describe(analyzed)
  }
}

const toFindingsAnswer = (
  analyzed: AnalyzedFindings,
  { path = "", severity }: FindingsInput,
  { limit, offset }: { readonly limit: number; readonly offset: number }
): FindingsAnswer => {
  const found = analyzed.fresh.filter(
    (each) => (severity === undefined || each.severity === severity) && isBelow(each.file, path)
  )
  const page = found.slice(offset, offset + limit)
  return {
    findings: page,
    total_count: found.length,
    offset,
    returned: page.length,
    has_more: offset + page.length < found.length,
    ...describe(analyzed)
  }
}

const toBaselineAnswer = ({ baseline, wanted }: AnalyzedFindings): BaselineAnswer => {
  const ids = new Set(wanted.map(({ id }) => id))
  return {
    file: baselineName,
    findings: ids.size,
    added: [...ids].filter((id) => !baseline.has(id)).length,
    removed: [...baseline].filter((id) => !ids.has(id)).length
  }
}

/** All detectors. */
export const detectors: DetectorsAnswer = {
  detectors: [...detectorInfos.values()].map(({ category, finds, id, off }) => ({
    name: id,
    description: finds,
    category,
    ...(off === undefined ? {} : { off })
  })),
  count: detectorInfos.size
}

/** Makes what `CodeGraph` answers of findings. */
export const makeFindings = Effect.gen(function* () {
  const detect = yield* makeAnalyzer
  const [git, index, reader] = [yield* Git, yield* CodeIndex, yield* CodeReader]

  const analyze = Effect.map(
    Effect.suspend(() => detect()),
    toAnalyzeAnswer
  )

  const findings = Effect.fn("CodeGraph.findings")(function* (given: FindingsInput) {
    const input = yield* index.ownPaths(given)
    const limit = yield* Effect.fromResult(checkRange("limit", input.limit ?? defaultLimit, 1, maxLimit))
    const offset = yield* Effect.fromResult(checkRange("offset", input.offset ?? 0, 0, Number.MAX_SAFE_INTEGER))
    const analyzed = yield* detect(input.detector)
    const answer = toFindingsAnswer(analyzed, input, { limit, offset })
    if (answer.total_count === 0) {
      yield* checkFolder(input.path, analyzed.view).pipe(Effect.provideService(CodeReader, reader))
    }
    return answer
  })

  const finding = Effect.fn("CodeGraph.finding")(function* (id: string) {
    const found = (yield* detect()).all.find((each) => each.id === id)
    return found ?? (yield* new GraphError({ reason: new FindingUnknown({ id }) }))
  })

  const baseline = Effect.gen(function* () {
    const analyzed = yield* detect()
    yield* Effect.provideService(writeBaseline(analyzed.wanted), Git, git)
    return toBaselineAnswer(analyzed)
  }).pipe(Effect.withSpan("CodeGraph.baseline"))

  /** What a report shows of findings. */
  const list = Effect.gen(function* () {
    const analyzed = yield* detect()
    const { fresh, root, suppressed, wanted, warnings } = analyzed
    return {
      project: basename(root),
      findings: fresh,
      detectors: [...detectorInfos.values()].map(({ category, finds, fix, id, off, why }) => ({
        id,
        category,
        finds,
        why,
        fix,
        ...(off === undefined ? {} : { off })
      })),
      baselined: wanted.length - fresh.length,
      suppressed,
      health: describeHealth(healthOf(analyzed)),
      warnings
    }
  })

  return { detect, analyze, findings, finding, baseline, list }
})
