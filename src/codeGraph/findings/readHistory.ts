import { Effect, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import type { SqlError } from "../../adapters/sql/SqlError.ts"
import type { FileComplexity } from "../../codeIndex/graph/files.ts"
import type { CodeError } from "../../codeIndex/model/CodeError.ts"
import type { Detected } from "../../codeIndex/model/findings.ts"
import { CoChanges } from "../../lineage/CoChanges.ts"
import { CommitTimes } from "../../lineage/CommitTimes.ts"
import { authorName } from "../evolution/people.ts"
import { groupByCurrentPath, maxCommits, readSizes } from "../evolution/churn.ts"
import { type Coupling, type FileHistory, type History, isStrong } from "./History.ts"
import { historyDetectors } from "./historyDetectors.ts"

/** Files with the most commits whose couplings are looked at. */
const maxCoupled = 100

/** Reads the paths of the files that refer to a file, or that it refers to. */
type ReadRelated = (path: string) => Effect.Effect<ReadonlyArray<string>, CodeError | SqlError>

/** What is known of files that change together. */
interface Couplings extends Pick<History, "couplings"> {
  readonly warnings: ReadonlyArray<string>
  /** Whether asking again tells no more. */
  readonly isRead: boolean
}

const leftOut = (detail: string, isRead: boolean): Couplings => ({
  couplings: [],
  warnings: [`Files that change together are left out: ${detail}`],
  isRead
})

const stillReading = leftOut("history is still being read for the first time. Ask again.", false)

const readCouplings = (files: ReadonlyArray<FileHistory>, readRelated: ReadRelated) =>
  Effect.gen(function* () {
    const coChanges = yield* CoChanges
    const commit = yield* (yield* Git).resolveCommit("HEAD")
    const now = yield* (yield* CommitTimes).committerTime(commit)
    const own = new Set(files.map(({ path }) => path))
    const found: Array<Coupling> = []
    for (const { path } of files.slice(0, maxCoupled)) {
      const known = yield* coChanges.find(commit, path, now)
      if (Option.isNone(known)) return stillReading
      const changes = known.value.filter((each) => own.has(each.path) && isStrong(each))
      const related = changes.length === 0 ? new Set<string>() : new Set(yield* readRelated(path))
      for (const change of changes) {
        found.push({ ...change, path, other: change.path, isKnown: related.has(change.path) })
      }
    }
    return { couplings: found, warnings: [], isRead: true } satisfies Couplings
  })

/** Reads the newest commits of HEAD, for the files whose complexity is known. */
const readHistory = (complexities: ReadonlyArray<FileComplexity>, readRelated: ReadRelated) =>
  Effect.gen(function* () {
    const commit = yield* (yield* Git).resolveCommit("HEAD")
    const sizes = yield* readSizes(commit, undefined, maxCommits)
    const complexityOf = new Map(complexities.map(({ complexity, path }) => [path, complexity]))
    const files = [...groupByCurrentPath(sizes)]
      .flatMap(([path, commits]): ReadonlyArray<FileHistory> => {
        const complexity = complexityOf.get(path)
        return complexity === undefined ? [] : [{ path, commits, complexity }]
      })
      .toSorted((a, b) => b.commits.length - a.commits.length || (a.path < b.path ? -1 : 1))
    const authors = new Map<string, number>()
    const lastTimes = new Map<string, number>()
    for (const size of sizes) {
      const name = authorName(size)
      authors.set(name, (authors.get(name) ?? 0) + 1)
      lastTimes.set(name, Math.max(lastTimes.get(name) ?? 0, size.authorTime))
    }
    const now = sizes.reduce((most, { authorTime }) => Math.max(most, authorTime), 0)
    const { couplings, ...rest } = yield* readCouplings(files, readRelated).pipe(
      Effect.catchReason("GitError", "ObjectMissing", ({ message }) => Effect.succeed(leftOut(message, true)))
    )
    return { history: { files, couplings, authors, lastTimes, now } satisfies History, ...rest }
  })

/** What the detectors of history find, and what could not be read. */
export interface HistoryFindings extends Omit<Couplings, "couplings"> {
  readonly others: ReadonlyArray<Detected>
}

/** Runs the detectors of history. */
export const detectInHistory = (complexities: ReadonlyArray<FileComplexity>, readRelated: ReadRelated) =>
  readHistory(complexities, readRelated).pipe(
    Effect.map(({ history, ...rest }): HistoryFindings => {
      const others = historyDetectors.flatMap(({ id, inHistory }) =>
        inHistory(history).map((each) => ({ detector: id, ...each }))
      )
      return { others, ...rest }
    }),
    Effect.withSpan("CodeGraph.detectInHistory")
  )
