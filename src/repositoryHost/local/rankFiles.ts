import type { ObjectId } from "../../domain/ObjectId.ts"
import type { Matches } from "../searching/FileMatcher.ts"
import { compareText } from "./names.ts"
import type { HostedRepository } from "./Folder.ts"

/** A file that matches. */
export interface MatchedFile {
  readonly repository: HostedRepository
  /** Full name of the branch; the commit where HEAD is detached. */
  readonly branch: string
  /** The commit that was searched, where it is known. */
  readonly commit: ObjectId | undefined
  readonly path: string
  readonly matches: Matches
  /** Whether lines match that the index of files does not know. */
  readonly hasUnreadLines: boolean
}

/** How fast more matches in a file count less, as in BM25. */
const saturation = 1.2

/** Orders files: those with rare words of the query first, then those with more of them. */
export const rankFiles = (
  files: ReadonlyArray<MatchedFile>,
  factors: ReadonlyArray<number>
): ReadonlyArray<MatchedFile> => {
  const weights = factors.map((factor, number) => {
    const withLeaf = files.filter(({ matches }) => (matches.counts[number] ?? 0) > 0).length
    return factor * Math.log(1 + (files.length + 1) / (withLeaf + 1))
  })
  const scoreOf = ({ matches }: MatchedFile): number =>
    matches.counts.reduce((sum, count, number) => sum + ((weights[number] ?? 0) * count) / (count + saturation), 0)
  return files
    .map((file) => ({ file, score: scoreOf(file) }))
    .toSorted(
      (a, b) =>
        b.score - a.score ||
        compareText(a.file.repository.name, b.file.repository.name) ||
        compareText(a.file.path, b.file.path)
    )
    .map(({ file }) => file)
}
