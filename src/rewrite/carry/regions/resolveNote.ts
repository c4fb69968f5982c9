import { Effect, Option } from "effect"
import { countLines } from "../../../domain/lines.ts"
import type { Annotation, Region } from "../../../domain/Annotation.ts"
import type { LineRange } from "../../../domain/LineRange.ts"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import { Git } from "../../../adapters/git/Git.ts"
import type { NoteContent } from "../../../notes/NoteContent.ts"
import { Parser } from "../../../adapters/parser/Parser.ts"
import { plainChange } from "../files/changedRange.ts"
import { type Fate, fatesWith, type Span } from "../files/followFiles.ts"
import { follow } from "../files/followLines.ts"
import { filesNamed, moveConcerns, moveReferences, type Moves } from "./moveReferences.ts"
import { atUnit, isSure, namesakes, nearest } from "./matchUnits.ts"
import type { Successors } from "../rewrites/successors.ts"

/** Files larger than this are not parsed. */
const maxSourceBytes = 8 * 1024 * 1024

/** A region where it was and where it is. */
export interface Placed {
  readonly before: Region
  readonly after: Region
}

/** A note that speaks of another commit now. */
export interface Resolved {
  readonly content: NoteContent
  readonly placed: ReadonlyArray<Placed>
  readonly moves: Moves
}

/** What a note says, and the commit whose files and lines it speaks of. */
export interface Source {
  readonly commit: ObjectId
  readonly content: NoteContent
  /** Files whose code is known to be at another path now, by old path. */
  readonly moved?: ReadonlyMap<string, string>
}

const unmoved: ReadonlyMap<string, string> = new Map()

const contentOf = Effect.fnUntraced(function* (blob: Option.Option<ObjectId>) {
  const git = yield* Git
  if (Option.isNone(blob)) return new Uint8Array()
  const [content] = yield* git.objects([blob.value], { maxBytes: maxSourceBytes })
  return content?._tag === "Found" && content.type === "blob" ? content.bytes : new Uint8Array()
})

/** Where lines of a file are after a change; all of it stays all of it. */
const followed = Effect.fnUntraced(function* (lines: LineRange, { after, before }: Fate) {
  const git = yield* Git
  if (Option.isNone(before) || Option.isNone(after) || before.value === after.value) return lines
  const [first, second] = yield* Effect.all([contentOf(before), contentOf(after)])
  const length = countLines(first)
  if (length > 0 && lines.start === 1 && lines.end >= length) return { start: 1, end: Math.max(1, countLines(second)) }
  const change = plainChange(first, second, lines)
  return follow(lines, change === undefined ? yield* git.blobDiff(before.value, after.value) : [change])
})

/** A region in a file that another commit has with other content. */
const placeIn = Effect.fnUntraced(function* (region: Region, fate: Fate) {
  const parser = yield* Parser
  const { units } = yield* parser.outline(fate.path, yield* contentOf(fate.after))
  const [unit, ...others] = namesakes(region, units)
  if (unit !== undefined && others.length === 0 && isSure(region, unit)) return atUnit(region, fate.path, unit)
  const lines = yield* followed(region.lines, fate)
  const chosen = unit === undefined ? undefined : nearest(region, [unit, ...others], lines)
  return chosen === undefined ? { ...region, file: fate.path, lines } : atUnit(region, fate.path, chosen)
})

const isSame = ({ after, before }: Fate): boolean =>
  Option.isSome(before) && Option.isSome(after) && before.value === after.value

/** A region as it is in another commit; as it was, where its file is gone. */
const place = Effect.fnUntraced(function* (region: Region, fate: Fate | undefined) {
  if (fate === undefined || Option.isNone(fate.after)) return region
  return isSame(fate) ? { ...region, file: fate.path } : yield* placeIn(region, fate)
})

const movesOf = (fates: ReadonlyMap<string, Fate>): Moves =>
  new Map([...fates].flatMap(([file, { path }]) => (path === file ? [] : [[file, path] as const])))

/**
 * Says of another commit what a note says of its own: files followed through renames, units found by name, other lines
 * through the difference of the file's two contents. Nothing is lost and nothing invented (spec writing §3).
 */
export const resolveAt = Effect.fn("carry.resolveAt")(function* (source: Source, span: Span, successors: Successors) {
  const { annotation, original } = source.content
  const fates = yield* fatesWith(span, filesNamed(annotation), source.moved ?? unmoved)
  const moves = movesOf(fates)
  const placed = yield* Effect.forEach(annotation.regions, (before) =>
    Effect.map(place(before, fates.get(before.file)), (there) => ({
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
