import { Effect, Option } from "effect"
import { countLines } from "../../../domain/lines.ts"
import type { Annotation, Region } from "../../../domain/Annotation.ts"
import type { LineRange } from "../../../domain/LineRange.ts"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import { Git } from "../../../adapters/git/Git.ts"
import type { NoteContent } from "../../../notes/NoteContent.ts"
import { Parser } from "../../../adapters/parser/Parser.ts"
import { exactChange } from "../files/changedRange.ts"
import { type FollowedFile, followFilesWith, type Span } from "../files/followFiles.ts"
import { followLines } from "../files/followLines.ts"
import { filesNamed, moveConcerns, moveReferences, type Moves } from "./moveReferences.ts"
import { atUnit, isSure, namesakes, nearest } from "./matchUnits.ts"
import type { Successors } from "../rewrites/successors.ts"

/** Maximum size of a file that is parsed, in bytes. */
const maxSourceBytes = 8 * 1024 * 1024

/** A region before and after it was resolved. */
export interface Placed {
  readonly before: Region
  readonly after: Region
}

/** A note resolved in another commit. */
export interface Resolved {
  readonly content: NoteContent
  readonly placed: ReadonlyArray<Placed>
  readonly moves: Moves
}

/** A note and the commit that its files and lines refer to. */
export interface Source {
  readonly commit: ObjectId
  readonly content: NoteContent
  /** Known new paths of files, by old path. */
  readonly moved?: ReadonlyMap<string, string>
}

const unmoved: ReadonlyMap<string, string> = new Map()

const contentOf = Effect.fnUntraced(function* (blob: Option.Option<ObjectId>) {
  const git = yield* Git
  if (Option.isNone(blob)) return new Uint8Array()
  const [content] = yield* git.objects([blob.value], { maxBytes: maxSourceBytes })
  return content?._tag === "Found" && content.type === "blob" ? content.bytes : new Uint8Array()
})

/** Maps lines through the change of a file; a range over the whole file still covers the whole file. */
const followed = Effect.fnUntraced(function* (lines: LineRange, { after, before }: FollowedFile) {
  const git = yield* Git
  if (Option.isNone(before) || Option.isNone(after) || before.value === after.value) return lines
  const [first, second] = yield* Effect.all([contentOf(before), contentOf(after)])
  const length = countLines(first)
  if (length > 0 && lines.start === 1 && lines.end >= length) return { start: 1, end: Math.max(1, countLines(second)) }
  const change = exactChange(first, second, lines)
  return followLines(lines, change === undefined ? yield* git.blobDiff(before.value, after.value) : [change])
})

/** Resolves a region in a file whose content changed. */
const placeIn = Effect.fnUntraced(function* (region: Region, followedFile: FollowedFile) {
  const parser = yield* Parser
  const { units } = yield* parser.outline(followedFile.path, yield* contentOf(followedFile.after))
  const [unit, ...others] = namesakes(region, units)
  if (unit !== undefined && others.length === 0 && isSure(region, unit)) return atUnit(region, followedFile.path, unit)
  const lines = yield* followed(region.lines, followedFile)
  const chosen = unit === undefined ? undefined : nearest(region, [unit, ...others], lines)
  return chosen === undefined
    ? { ...region, file: followedFile.path, lines }
    : atUnit(region, followedFile.path, chosen)
})

const isSame = ({ after, before }: FollowedFile): boolean =>
  Option.isSome(before) && Option.isSome(after) && before.value === after.value

/** Resolves a region in another commit; unchanged if its file is gone. */
const place = Effect.fnUntraced(function* (region: Region, followedFile: FollowedFile | undefined) {
  if (followedFile === undefined || Option.isNone(followedFile.after)) return region
  return isSame(followedFile) ? { ...region, file: followedFile.path } : yield* placeIn(region, followedFile)
})

const movesOf = (followedFiles: ReadonlyMap<string, FollowedFile>): Moves =>
  new Map([...followedFiles].flatMap(([file, { path }]) => (path === file ? [] : [[file, path] as const])))

/**
 * Resolves a note in another commit: follows files through renames, finds units by name, and maps other lines through the
 * diff of the file. Keeps all regions (spec writing §3).
 */
export const resolveAt = Effect.fn("carry.resolveAt")(function* (source: Source, span: Span, successors: Successors) {
  const { annotation, original } = source.content
  const followedFiles = yield* followFilesWith(span, filesNamed(annotation), source.moved ?? unmoved)
  const moves = movesOf(followedFiles)
  const placed = yield* Effect.forEach(annotation.regions, (before) =>
    Effect.map(place(before, followedFiles.get(before.file)), (there) => ({
      before,
      after: moveReferences(there, moves, successors)
    }))
  )
  const moved: Annotation = {
    ...moveConcerns(annotation, moves),
    commit: span.to,
    regions: placed.map(({ after }) => after)
  }
  const content: NoteContent = original === undefined ? { annotation: moved } : { annotation: moved, original }
  return { content, placed, moves } satisfies Resolved
})
