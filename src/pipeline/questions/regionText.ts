import { Array as Arrays, Effect, Option } from "effect"
import type { Region } from "../../domain/Annotation.ts"
import type { LineRange } from "../../domain/LineRange.ts"
import { sliceLines } from "../../domain/lines.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { GitError, ObjectMissing } from "../../adapters/git/GitError.ts"

/** Larger files are ignored, since they are not parsed. */
const maxSourceBytes = 8 * 1024 * 1024
/** Number of files in memory at a time. */
const filesPerBatch = 16

/** Lines that only open or close blocks: any two functions share such lines. */
const blockWords = new Set(["begin", "do", "done", "else", "end", "esac", "fi", "then", "try"])
const word = /[\p{L}\p{N}]+/u

const isBlockDelimiter = (line: string): boolean => {
  const first = word.exec(line)
  return first === null || (blockWords.has(first[0]) && !word.test(line.slice(first.index + first[0].length)))
}

/** Trims a line. Returns an empty text for a line that is not significant: one that only opens or closes a block. */
export const significantText = (line: string): string => (isBlockDelimiter(line) ? "" : line.trim())

/** Splits a file into lines. */
export const splitLines = (content: Uint8Array): ReadonlyArray<string> => Buffer.from(content).toString().split("\n")

/** Whether ranges contain a significant line. */
export const hasSignificantLine = (texts: ReadonlyArray<string>, ranges: ReadonlyArray<LineRange>): boolean =>
  ranges.some(({ end, start }) => texts.slice(start - 1, end).some((line) => significantText(line) !== ""))

/** The file and lines of a region in its commit. */
interface RegionSource {
  readonly commit: ObjectId
  readonly region: Pick<Region, "file" | "lines">
}

const notInNames = /[^\p{L}\p{N}_$]+/u

/** Whether a line contains a name as a whole word. */
export const containsName = (line: string, name: string): boolean => line.split(notInNames).includes(name)

/** Returns the significant lines, without those that contain the name if there are others. */
export const dropLinesWithName = (lines: ReadonlyArray<string>, name: string): ReadonlyArray<string> => {
  const significant = lines.filter((line) => significantText(line) !== "")
  const others = significant.filter((line) => !containsName(line, name))
  return others.length === 0 ? significant : others
}

const sliceRange = (lines: ReadonlyArray<string>, { end, start }: LineRange): ReadonlyArray<string> =>
  lines.slice(start - 1, end)

/** Returns the significant lines in a range. */
export const significantLines = (lines: ReadonlyArray<string>, range: LineRange): ReadonlySet<string> =>
  new Set(sliceRange(lines, range).map(significantText))

/** Reads the lines of regions in their commits, in the given order. None where the path is not a file. */
export const readRegionLines = Effect.fn("Pipeline.readRegionLines")(function* (sources: ReadonlyArray<RegionSource>) {
  const git = yield* Git
  const found = new Map<RegionSource, ReadonlyArray<string>>()
  const byBlob = new Map<ObjectId, Array<RegionSource>>()
  const entries = yield* git.entries(sources.map(({ commit, region }) => ({ commit, path: region.file })))
  for (const [each, entry] of Arrays.zip(sources, entries)) {
    if (Option.isNone(entry) || (entry.value.kind !== "file" && entry.value.kind !== "executable")) continue
    const others = byBlob.get(entry.value.id)
    if (others === undefined) byBlob.set(entry.value.id, [each])
    else others.push(each)
  }
  const blobs = [...byBlob]
  for (let at = 0; at < blobs.length; at += filesPerBatch) {
    const some = blobs.slice(at, at + filesPerBatch)
    const contents = yield* git.objects(
      some.map(([id]) => id),
      { maxBytes: maxSourceBytes }
    )
    for (const [[id, regions], content] of Arrays.zip(some, contents)) {
      if (content._tag === "Missing") return yield* new GitError({ reason: new ObjectMissing({ id }) })
      if (content._tag !== "Found") continue
      for (const each of regions) found.set(each, sliceLines(content.bytes, each.region.lines))
    }
  }
  return sources.map((each) => Option.fromUndefinedOr(found.get(each)))
})

/** Reads the significant lines of regions in their commits, in the given order. Empty where the path is not a file. */
export const readRegionTexts = (sources: ReadonlyArray<RegionSource>) =>
  Effect.map(readRegionLines(sources), (found) =>
    found.map(
      Option.match({
        onNone: () => new Set<string>(),
        onSome: (lines): ReadonlySet<string> => new Set(lines.map(significantText))
      })
    )
  )
