import { Effect, Option, Result } from "effect"
import type { Annotation, Concern, ContextLevel, Region } from "../../domain/Annotation.ts"
import { advancePast } from "../../domain/Instant.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { compareRegions } from "../../domain/RegionKey.ts"
import { mergeAnnotations } from "../../notes/merge/Merge.ts"
import { type NoteContent } from "../../notes/NoteContent.ts"
import { contentOf } from "../../notes/format/decode.ts"
import { type CurrentNote, NotesWriter } from "../../notes/NotesWriter.ts"
import { AnnotateError, NoteUnreadable } from "../context/AnnotateError.ts"

/** What is said of a commit, everything derived. */
export interface Said {
  readonly task?: string | undefined
  readonly summary: string
  readonly context_level: ContextLevel
  readonly regions: ReadonlyArray<Region>
  readonly cross_cutting: ReadonlyArray<Concern>
  /** When, ISO 8601 in UTC. */
  readonly timestamp: string
}

/** How it is written. */
export interface Manner {
  /** Overwrites the note there is. */
  readonly replace?: boolean | undefined
  /** Writes nothing. */
  readonly dryRun?: boolean | undefined
  /** The words are the newest there are, whatever the clock says. */
  readonly newest?: boolean | undefined
}

/** What became of it. */
export interface Written {
  readonly commit: ObjectId
  /** Full notes ref. */
  readonly ref: string
  readonly kind: "written" | "unchanged" | "dry-run"
  /** The note's content: what it is now, or would be. */
  readonly note: NoteContent
}

const fresh = (commit: ObjectId, said: Said): Annotation => ({
  $schema: "ultragit/v1",
  commit,
  timestamp: said.timestamp,
  ...(said.task === undefined ? {} : { task: said.task }),
  summary: said.summary,
  context_level: said.context_level,
  regions: said.regions.toSorted(compareRegions),
  cross_cutting: said.cross_cutting,
  provenance: { operation: "initial", derived_from: [], original_annotations_preserved: false }
})

const unreadable = (commit: ObjectId, problem: { readonly field: string; readonly detail: string }) =>
  new AnnotateError({ reason: new NoteUnreadable({ commit, field: problem.field, detail: problem.detail }) })

/** The new words with the note there is. */
const together = (commit: ObjectId, current: CurrentNote, said: Said, manner: Manner) => {
  const annotation = fresh(commit, said)
  if (Option.isNone(current) || manner.replace === true) return Effect.succeed<NoteContent>({ annotation })
  return Result.match(current.value, {
    onFailure: (problem) => Effect.fail(unreadable(commit, problem)),
    onSuccess: (note) => {
      const { provenance } = note.recorded
      const timestamp =
        manner.newest === true ? advancePast(annotation.timestamp, note.recorded.timestamp) : annotation.timestamp
      return Effect.succeed(mergeAnnotations(contentOf(note), { annotation: { ...annotation, provenance, timestamp } }))
    }
  })
}

/**
 * Writes what is said of a commit, merged by content with the note it has (spec writing §1, §4). Fails with
 * `NoteUnreadable` where that note cannot be read and shall not be replaced.
 */
export const writeAnnotation = Effect.fn("Authoring.writeAnnotation")(function* (
  commit: ObjectId,
  said: Said,
  manner: Manner
) {
  const writer = yield* NotesWriter
  let note: NoteContent = { annotation: fresh(commit, said) }
  const update = yield* writer.update([commit], `Annotate ${commit.slice(0, 10)}`, (_, current) =>
    Effect.map(together(commit, current, said, manner), (content) => {
      note = content
      return manner.dryRun === true ? Option.none() : Option.some(content)
    })
  )
  const kind = manner.dryRun === true ? "dry-run" : update.written.includes(commit) ? "written" : "unchanged"
  return { commit, ref: update.ref, kind, note } satisfies Written
})

/** The note of a commit as it stands. */
export const noteNow = Effect.fnUntraced(function* (commit: ObjectId) {
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
