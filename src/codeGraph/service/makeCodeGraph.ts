import { Effect } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { checkRange } from "../../codeIndex/asking/checkRange.ts"
import type { ImpactAnswer } from "../../codeIndex/model/graphAnswers.ts"
import type { GraphQueryInput, ImpactInput, TraceInput } from "../../codeIndex/model/graphInputs.ts"
import { toFolderPath } from "../../codeIndex/asking/filePaths.ts"
import { isTestPath } from "../../domain/pathConventions.ts"
import { CodeReader } from "../../codeIndex/reading/CodeReader.ts"
import { CodeIndex } from "../../codeIndex/service/CodeIndex.ts"
import { explainMissing } from "../../codeIndex/service/explainMissing.ts"
import { readIntents } from "../../codeIndex/service/readIntents.ts"
import type { CommitReason } from "../../domain/CommitReason.ts"
import type { Failure } from "../../domain/Failure.ts"
import type { Blame } from "../../lineage/Blame.ts"
import type { CoChanges } from "../../lineage/CoChanges.ts"
import type { CommitTimes } from "../../lineage/CommitTimes.ts"
import type { Lineage } from "../../lineage/Lineage.ts"
import type { Trees } from "../../lineage/Trees.ts"
import { Notes } from "../../notes/Notes.ts"
import { prefetchSnapshot } from "../../notes/prefetchSnapshot.ts"
import type { Outlines } from "../../pipeline/subject/Outlines.ts"
import type { WorkTreeFiles } from "../../pipeline/subject/WorkTreeFiles.ts"
import { queryEvolution, warnOfShallow } from "../evolution/evolution.ts"
import { makeFileReasons } from "../../evidence/files/FileReasons.ts"
import { findReasons } from "../../evidence/files/findReasons.ts"
import { listChanges } from "../../evidence/files/listChanges.ts"
import type { EvolutionAnswer, Hotspot, HotspotsAnswer, ReportAnswer } from "../model/answers.ts"
import type { EvolutionInput, HotspotsInput } from "../model/inputs.ts"
import { checkFolder } from "./checkFolder.ts"
import { checkIndexed } from "./checkIndexed.ts"
import { detectors, makeFindings } from "./makeFindings.ts"
import { makeDiff } from "./makeDiff.ts"
import { makeSearches } from "./makeSearches.ts"
import { rankHotspots } from "./rankHotspots.ts"
import { readNotes } from "./readNotes.ts"
import { withWarnings } from "./withWarnings.ts"
import { findImpactEvidence } from "./impactEvidence.ts"
import { findImpactNotes } from "./impactNotes.ts"

const defaultHotspots = 10
const maxHotspots = 200
const reportedHotspots = 60
const reportedTimelines = 12

/** What reading history and files needs. */
type Reads = Blame | CoChanges | CommitTimes | Git | Lineage | Notes | Outlines | Trees | WorkTreeFiles

const listRecentChanges = Effect.gen(function* () {
  return yield* listChanges(yield* (yield* Git).resolveCommit("HEAD"))
})

/** Adds to a hotspot its intent, else the reason that history gives for it. */
const explain = (
  hotspot: Hotspot,
  intents: ReadonlyMap<string, string>,
  reasons: ReadonlyMap<string, CommitReason>
): Hotspot => {
  const why = intents.get(hotspot.file_path)
  const reason = reasons.get(hotspot.file_path)
  return { ...hotspot, ...(why === undefined ? {} : { why }), ...(reason === undefined ? {} : { reason }) }
}

const explainUnknownHidden = (why: string): string => `Which of them are hidden is not known: ${why}`

/** Makes `CodeGraph`. */
export const makeCodeGraph = Effect.gen(function* () {
  const index = yield* CodeIndex
  const reader = yield* CodeReader
  const reads = yield* Effect.context<Reads>()

  const findings = yield* makeFindings
  const fileReasons = yield* makeFileReasons
  const notesOf = <A>(read: Effect.Effect<A, Failure, Notes>, nothing: A) =>
    Effect.provideContext(readNotes(read, nothing), reads)
  const diff = yield* makeDiff(findings)
  const searches = yield* makeSearches(findings)

  const query = Effect.fn("CodeGraph.query")(function* (input: GraphQueryInput) {
    const question = yield* index.ownPaths(input)
    const { answer, warnings } = yield* index.fresh(
      (view) => reader.request("graph", { view, question }),
      ({ total_count }) => total_count === 0
    )
    yield* checkIndexed(answer.target, answer.total_count, warnings)
    return withWarnings(answer, warnings)
  })

  const trace = Effect.fn("CodeGraph.trace")(function* (input: TraceInput) {
    const question = yield* index.ownPaths(input)
    const { answer, warnings } = yield* index.fresh(
      (view) => reader.request("trace", { view, question }),
      ({ total_nodes }) => total_nodes === 1
    )
    yield* checkIndexed(answer.root, answer.total_nodes - 1, warnings)
    return withWarnings(answer, warnings)
  })

  const impact = Effect.fn("CodeGraph.impact")(function* (input: ImpactInput) {
    const question = yield* index.ownPaths(input)
    const early = yield* Effect.provideContext(prefetchSnapshot, reads)
    const history = yield* fileReasons.start
    const { answer: impacted, warnings } = yield* index.fresh(
      (view) => reader.request("impact", { view, question }),
      (found) => found.answer.transitive_dependents === 0
    )
    const { affected, answer } = impacted
    yield* checkIndexed(answer.target, answer.transitive_dependents, warnings)
    const notes = yield* notesOf(Effect.provideService(findImpactNotes(affected), Notes, early), [])
    const evidence = yield* findImpactEvidence(history, question.target, answer, notes.found)
    const found: ImpactAnswer = {
      ...answer,
      ...(notes.found.length === 0 ? {} : { notes: notes.found }),
      ...(evidence.length === 0 ? {} : { evidence })
    }
    return withWarnings(found, [...warnings, ...notes.warnings])
  })

  const architecture = Effect.gen(function* () {
    const { root, view, warnings } = yield* index.refreshed
    const answer = yield* explainMissing(warnings)(reader.request("architecture", { view, question: root }))
    return withWarnings(answer, warnings)
  }).pipe(Effect.withSpan("CodeGraph.architecture"))

  /** Says of each file that changes together with another whether one of them refers to the other, if that is known. */
  const markHidden = Effect.fnUntraced(function* (answer: EvolutionAnswer) {
    const { coupled, file } = answer
    if (coupled === undefined || file === undefined) return answer
    const { view, warnings } = yield* index.refreshed
    if (warnings.length > 0) return withWarnings(answer, warnings.map(explainUnknownHidden))
    const related = new Set(yield* reader.request("relatedFiles", { view, question: file }))
    return {
      ...answer,
      coupled: coupled.map((each) => ({
        ...each,
        hidden: ![file, each.path].some(isTestPath) && !related.has(each.path)
      }))
    }
  })

  const evolution = Effect.fn("CodeGraph.evolution")(function* (input: EvolutionInput) {
    const answer = yield* Effect.provideContext(queryEvolution(input), reads)
    return yield* Effect.catchReason(markHidden(answer), "CodeError", "IndexUnavailable", ({ message }) =>
      Effect.succeed(withWarnings(answer, [explainUnknownHidden(message)]))
    )
  })

  const rank = Effect.fnUntraced(function* (input: HotspotsInput) {
    const { limit, path = "" } = yield* index.ownPaths(input)
    const count = yield* Effect.fromResult(checkRange("limit", limit ?? defaultHotspots, 1, maxHotspots))
    const [{ view, warnings }, { changes, warnings: unread }, shallow] = yield* Effect.all(
      [index.refreshed, Effect.provideContext(listRecentChanges, reads), Effect.provideContext(warnOfShallow, reads)],
      { concurrency: "unbounded" }
    )
    const below = toFolderPath(path)
    const files = (yield* explainMissing(warnings)(reader.request("complexities", view))).filter(
      (file) => below === "" || file.path === below || file.path.startsWith(`${below}/`)
    )
    const ranked = rankHotspots(files, changes)
    if (ranked.length === 0) yield* checkFolder(path, view).pipe(Effect.provideService(CodeReader, reader))
    const shown = ranked.slice(0, count)
    const intents = yield* notesOf(
      readIntents(shown.map(({ hotspot }) => hotspot.file_path)),
      new Map<string, string>()
    )
    const unnoted = shown.filter(({ hotspot }) => !intents.found.has(hotspot.file_path))
    const reasons = yield* Effect.provideContext(
      findReasons(new Map(unnoted.map((each) => [each.hotspot.file_path, each.changes]))),
      reads
    )
    const { index: state, warnings: gaps = [] } = yield* reader.request("state", view)
    const answer: HotspotsAnswer = {
      hotspots: shown.map(({ hotspot }) => explain(hotspot, intents.found, reasons)),
      total_files: ranked.length,
      index: state
    }
    return {
      shown,
      unread,
      answer: withWarnings(answer, [...warnings, ...gaps, ...unread, ...shallow, ...intents.warnings])
    }
  })

  const hotspots = Effect.fn("CodeGraph.hotspots")((input: HotspotsInput) =>
    Effect.map(rank(input), ({ answer }) => answer)
  )

  const report = Effect.fn("CodeGraph.report")(function* (version: string) {
    const { warnings, ...found } = yield* findings.list
    const { modules, node_counts: counts } = yield* architecture
    const { answer: hottest, shown, unread } = yield* rank({ limit: reportedHotspots })
    const answer: ReportAnswer = {
      version,
      ...found,
      counts: {
        files: counts["files"] ?? 0,
        functions: counts["functions"] ?? 0,
        classes: counts["classes"] ?? 0,
        edges: counts["edges"] ?? 0
      },
      hotspots: hottest.hotspots,
      timelines: shown.slice(0, reportedTimelines).map(({ changes, hotspot }) => ({
        file_path: hotspot.file_path,
        times: changes.map(({ time }) => time).toReversed()
      })),
      modules
    }
    return withWarnings(answer, [...warnings, ...unread])
  })

  return { query, trace, impact, architecture, evolution, hotspots, ...findings, ...searches, diff, report, detectors }
})
