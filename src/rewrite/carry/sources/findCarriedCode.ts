import { Effect, Option } from "effect"
import type { Region } from "../../../domain/Annotation.ts"
import { intersect, type LineRange, shift } from "../../../domain/LineRange.ts"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import { type BlameHunk, Git } from "../../../adapters/git/Git.ts"
import type { NoteContent } from "../../../notes/NoteContent.ts"
import { type AddedFile, readBlobLines, mapUnchangedLines, weightOf } from "../files/addedLines.ts"
import { type FollowedFile, followFiles } from "../files/followFiles.ts"
import { readCurrentNotes } from "../rewrites/readNotes.ts"
import { textAt } from "../../../domain/lines.ts"

/** Added lines that no note covers yet, by path. */
type Unexplained = ReadonlyMap<string, ReadonlySet<number>>

/** A region whose code is in another commit, and the lines there. */
export interface CarriedCode {
  readonly source: ObjectId
  readonly content: NoteContent
  /** Position in the note. */
  readonly region: number
  readonly file: string
  readonly lines: ReadonlyArray<number>
}

/** How much of a region's code must be in a commit. */
export interface Measure {
  /** Minimum share of the code, by weight, that the commit has. */
  readonly share: number
  /** Minimum weight that the commit itself added. */
  readonly added: number
  /** Whether the share only counts lines that the commit added. */
  readonly own: boolean
}

/** The same file in a tip and in a commit. */
interface Comparison {
  readonly file: AddedFile
  readonly followedFile: FollowedFile
  /** The lines of the file at the tip. */
  readonly texts: ReadonlyArray<string>
  readonly blame: ReadonlyArray<BlameHunk>
  /** Maps a line at the tip to the same line in the commit. */
  readonly same: ReadonlyMap<number, number>
}

const compare = Effect.fnUntraced(function* (
  tip: ObjectId,
  file: AddedFile,
  followedFile: FollowedFile | undefined,
  unexplained: ReadonlySet<number>
) {
  const git = yield* Git
  if (followedFile === undefined || Option.isNone(followedFile.before) || Option.isNone(followedFile.after)) return []
  const texts = yield* readBlobLines(followedFile.after.value)
  const there = new Set(texts)
  const isShared = [...unexplained].some((line) => {
    const text = textAt(file.texts, line)
    return weightOf(text) > 0 && there.has(text)
  })
  if (!isShared) return []
  const same = yield* mapUnchangedLines(followedFile.after.value, followedFile.before.value, texts.length)
  const blame = yield* git.blame({ commit: tip, path: followedFile.path, contents: Option.none() })
  const comparison: Comparison = { file, followedFile, texts, blame, same }
  return [comparison]
})

const numbers = ({ end, start }: LineRange): ReadonlyArray<number> =>
  Array.from({ length: end - start + 1 }, (_, at) => start + at)

/** The lines at the tip that blame assigns to a commit and that one of its regions covers. */
const linesOf = (source: ObjectId, region: Region, blame: ReadonlyArray<BlameHunk>): ReadonlyArray<number> =>
  blame.flatMap(({ commit, lines, originStart, path }) => {
    if (path !== region.file || Option.isNone(commit) || commit.value !== source) return []
    const offset = originStart - lines.start
    return Option.match(intersect(shift(lines, offset), region.lines), {
      onNone: () => [],
      onSome: (shared) => numbers(shift(shared, -offset))
    })
  })

const total = (lines: ReadonlyArray<number>, texts: ReadonlyArray<string>): number =>
  lines.reduce((sum, line) => sum + weightOf(textAt(texts, line)), 0)

/** The lines of a commit with a region's code; empty if there are too few. */
const carriedLines = (
  own: ReadonlyArray<number>,
  { same, texts }: Comparison,
  unexplained: ReadonlySet<number>,
  measure: Measure
): ReadonlyArray<number> => {
  const there = own.flatMap((line) => {
    const to = same.get(line)
    return to === undefined ? [] : [{ line, to }]
  })
  const added = there.filter(({ to }) => unexplained.has(to))
  const weigh = (found: typeof there): number =>
    total(
      found.map(({ line }) => line),
      texts
    )
  const weight = weigh(added)
  const share = measure.own ? weight : weigh(there)
  const isEnough = weight >= measure.added && share >= measure.share * total(own, texts)
  return isEnough ? added.map(({ to }) => to) : []
}

const carriedIn = (
  comparison: Comparison,
  notes: ReadonlyMap<ObjectId, NoteContent>,
  unexplained: ReadonlySet<number>,
  measure: Measure
): ReadonlyArray<CarriedCode> =>
  [...notes].flatMap(([source, content]) =>
    content.annotation.regions.flatMap((region, index): ReadonlyArray<CarriedCode> => {
      const own = linesOf(source, region, comparison.blame)
      const lines = carriedLines(own, comparison, unexplained, measure)
      return lines.length === 0 ? [] : [{ source, content, region: index, file: comparison.file.path, lines }]
    })
  )

const authors = (blame: ReadonlyArray<BlameHunk>): ReadonlyArray<ObjectId> =>
  blame.flatMap(({ commit }) => Option.toArray(commit))

/**
 * Finds the annotated regions whose code, by blame at a tip, is in lines that a commit added: in the same file and at the
 * same position in the diff.
 */
export const findCarriedCode = Effect.fn("carry.findCarriedCode")(function* (
  commit: ObjectId,
  tip: ObjectId,
  files: ReadonlyArray<AddedFile>,
  { measure, unexplained }: { readonly measure: Measure; readonly unexplained: Unexplained }
) {
  const none: ReadonlySet<number> = new Set()
  const open = files.filter(({ path }) => (unexplained.get(path) ?? none).size > 0)
  const followedFiles = yield* followFiles(
    { from: Option.some(commit), to: tip },
    open.map(({ path }) => path)
  )
  const compared = yield* Effect.forEach(
    open,
    (file) => compare(tip, file, followedFiles.get(file.path), unexplained.get(file.path) ?? none),
    { concurrency: 2 }
  )
  const comparisons = compared.flat()
  const notes = yield* readCurrentNotes(comparisons.flatMap(({ blame }) => authors(blame)))
  return comparisons.flatMap((each) => carriedIn(each, notes, unexplained.get(each.file.path) ?? none, measure))
})

/** Removes regions of ancestors whose code blame still assigns to them at a commit: their notes are found there. */
export const withoutBlamed = Effect.fn("carry.withoutBlamed")(function* (
  commit: ObjectId,
  files: ReadonlyArray<AddedFile>,
  found: ReadonlyArray<CarriedCode>
) {
  const git = yield* Git
  const ancestors = yield* git.reachable([...new Set(found.map(({ source }) => source))], commit)
  const paths = new Set(found.filter(({ source }) => ancestors.has(source)).map(({ file }) => file))
  const blames = yield* Effect.forEach(paths, (path) =>
    Effect.map(git.blame({ commit, path, contents: Option.none() }), (blame) => [path, blame] as const)
  )
  const blameOf = new Map(blames)
  const textsOf = new Map(files.map(({ path, texts }) => [path, texts]))
  return found.filter(({ content, file, region: index, source }) => {
    const region = content.annotation.regions[index]
    const own = region === undefined ? [] : linesOf(source, region, blameOf.get(file) ?? [])
    return total(own, textsOf.get(file) ?? []) === 0
  })
})
