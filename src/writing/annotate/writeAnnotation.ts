import { Effect, Option, Result } from "effect"
import type { Annotation, Concern, ContextLevel, Region } from "../../domain/Annotation.ts"
import { advancePast } from "../../domain/Instant.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { canonicalJson } from "../../domain/Json.ts"
import { compareRegions, ownerOfRegion } from "../../domain/RegionKey.ts"
import { mergeAnnotations } from "../../notes/merge/Merge.ts"
import { type NoteContent } from "../../notes/NoteContent.ts"
import { contentOf } from "../../notes/format/decode.ts"
import { type CurrentNote, NotesWriter } from "../../notes/NotesWriter.ts"
import { AnnotateError, NoteUnreadable } from "../context/AnnotateError.ts"

/** The content of an annotation, with derived fields. */
interface AnnotationContent {
  readonly task?: string | undefined
  readonly summary: string
  readonly context_level: ContextLevel
  readonly regions: ReadonlyArray<Region>
  readonly cross_cutting: ReadonlyArray<Concern>
  /** ISO 8601, UTC. */
  readonly timestamp: string
}

interface WriteOptions {
  /** Overwrites an existing note instead of merging. */
  readonly replace?: boolean | undefined
  /** Writes nothing. */
  readonly dryRun?: boolean | undefined
  /** Makes the timestamp later than that of an existing note, even if the clock is behind. */
  readonly newest?: boolean | undefined
}

/** The result of a write. */
export interface WriteOutcome {
  readonly commit: ObjectId
  /** Full notes ref. */
  readonly ref: string
  readonly kind: "written" | "unchanged" | "dry-run"
  /** The content of the note; with `dryRun`, as it would be. */
  readonly note: NoteContent
}

const makeAnnotation = (commit: ObjectId, content: AnnotationContent): Annotation => ({
  $schema: "ultragit/v1",
  commit,
  timestamp: content.timestamp,
  ...(content.task === undefined ? {} : { task: content.task }),
  summary: content.summary,
  context_level: content.context_level,
  regions: content.regions.toSorted(compareRegions),
  cross_cutting: content.cross_cutting,
  provenance: { operation: "initial", derived_from: [], original_annotations_preserved: false }
})

const unreadable = (commit: ObjectId, problem: { readonly field: string; readonly detail: string }) =>
  new AnnotateError({ reason: new NoteUnreadable({ commit, field: problem.field, detail: problem.detail }) })

/**
 * Keeps the reasoning of regions that are given another intent and no reasoning: it belongs to its intent, and would be superseded
 * with it.
 */
const keepReasoning = (given: ReadonlyArray<Region>, known: ReadonlyArray<Region>): ReadonlyArray<Region> => {
  const before = new Map(known.map((region) => [canonicalJson(ownerOfRegion(region)), region]))
  return given.map((region) => {
    const { reasoning = "", spread } = before.get(canonicalJson(ownerOfRegion(region))) ?? {}
    const isKept = reasoning !== "" && (region.reasoning ?? "") === ""
    return isKept ? { ...region, reasoning, ...(spread === true ? { spread } : {}) } : region
  })
}

/** Merges new content with an existing note. */
const mergeWithCurrent = (
  commit: ObjectId,
  current: CurrentNote,
  content: AnnotationContent,
  options: WriteOptions
) => {
  const annotation = makeAnnotation(commit, content)
  if (Option.isNone(current) || options.replace === true) return Effect.succeed<NoteContent>({ annotation })
  return Result.match(current.value, {
    onFailure: (problem) => Effect.fail(unreadable(commit, problem)),
    onSuccess: (note) => {
      const { provenance } = note.recorded
      const timestamp =
        options.newest === true ? advancePast(annotation.timestamp, note.recorded.timestamp) : annotation.timestamp
      const regions = keepReasoning(annotation.regions, note.recorded.regions)
      const given = { ...annotation, regions, provenance, timestamp }
      return Effect.succeed(mergeAnnotations(contentOf(note), { annotation: given }))
    }
  })
}

/**
 * Writes the annotation of a commit, merged with an existing note (spec writing §1, §4). Fails with `NoteUnreadable` where
 * that note cannot be read, unless it is replaced.
 */
export const writeAnnotation = Effect.fn("Authoring.writeAnnotation")(function* (
  commit: ObjectId,
  content: AnnotationContent,
  options: WriteOptions
) {
  const writer = yield* NotesWriter
  let note: NoteContent = { annotation: makeAnnotation(commit, content) }
  const update = yield* writer.update([commit], `Annotate ${commit.slice(0, 10)}`, (_, current) =>
    Effect.map(mergeWithCurrent(commit, current, content, options), (merged) => {
      note = merged
      return options.dryRun === true ? Option.none() : Option.some(merged)
    })
  )
  const kind = options.dryRun === true ? "dry-run" : update.written.includes(commit) ? "written" : "unchanged"
  return { commit, ref: update.ref, kind, note } satisfies WriteOutcome
})

/** Reads the current note of a commit. */
export const readCurrentNote = Effect.fnUntraced(function* (commit: ObjectId) {
  const writer = yield* NotesWriter
  const found: Array<CurrentNote> = []
  yield* writer.update([commit], "Nothing", (_, current) =>
    Effect.sync(() => {
      found.push(current)
      return Option.none<NoteContent>()
    })
  )
  return found.at(-1) ?? Option.none()
})
