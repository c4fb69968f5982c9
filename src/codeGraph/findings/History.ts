import type { CommitSize } from "../../adapters/git/CommitChange.ts"
import type { Detection, DetectorInfo } from "../../codeIndex/model/findings.ts"

/** The newest commits that changed a file, by the path that it has now. */
export interface FileHistory {
  readonly path: string
  /** Newest first. */
  readonly commits: ReadonlyArray<Omit<CommitSize, "files">>
  /** Cyclomatic, summed over its definitions. */
  readonly complexity: number
}

/** Two files that change together. */
export interface Coupling {
  readonly path: string
  readonly other: string
  /** Joint commits, older ones less. */
  readonly support: number
  /** Share of the changes of `path` that also changed `other`, and the other way round. */
  readonly confidence: number
  readonly reverseConfidence: number
  /** Whether one refers to the other. */
  readonly isKnown: boolean
}

/** Whether two files change together so often that it is no accident. */
export const isStrong = ({
  confidence,
  reverseConfidence,
  support
}: Pick<Coupling, "confidence" | "reverseConfidence" | "support">): boolean =>
  support >= 3 && Math.min(confidence, reverseConfidence) >= 0.5

/** The newest commits of a repository, as detectors see them. */
export interface History {
  /** Files of production code, most commits first. */
  readonly files: ReadonlyArray<FileHistory>
  /** Strong ones only. */
  readonly couplings: ReadonlyArray<Coupling>
  /** Authors of the newest commits, by the mailmap. */
  readonly authors: ReadonlyMap<string, number>
  /** Time of the newest commit of each author, whatever it changed, in seconds since 1970. */
  readonly lastTimes: ReadonlyMap<string, number>
  /** Time of the newest commit, in seconds since 1970. */
  readonly now: number
}

/** Finds problems by looking at the newest commits. */
export interface HistoryDetector extends DetectorInfo {
  readonly inHistory: (history: History) => ReadonlyArray<Detection>
}

/** Declares a detector that looks at the newest commits. */
export const declareInHistory = (detector: HistoryDetector): HistoryDetector => detector

/** The place of a file in a detection. */
export const placeOfFile = (path: string) => ({ path, name: "", startLine: 1, endLine: 1 })

/** Files of code that a commit changes at most if it is about one of them. */
export const maxFilesOfOne = 20

/** Leaves out commits that changed many files: what they did is not a matter of one of them. */
export const leaveOutSweeping = (files: ReadonlyArray<FileHistory>): ReadonlyArray<FileHistory> => {
  const changed = new Map<string, number>()
  for (const { commit } of files.flatMap(({ commits }) => commits)) changed.set(commit, (changed.get(commit) ?? 0) + 1)
  return files.map((file) => ({
    ...file,
    commits: file.commits.filter(({ commit }) => (changed.get(commit) ?? 0) <= maxFilesOfOne)
  }))
}
