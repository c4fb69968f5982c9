import { DateTime, Effect } from "effect"
import type { Annotation, Region } from "../../src/domain/Annotation.ts"
import type { LineRange } from "../../src/domain/LineRange.ts"
import type { ObjectId } from "../../src/domain/ObjectId.ts"
import { encodeNote } from "../../src/notes/format/encode.ts"
import { firstDate, makeRepository } from "../../test/support/TemporaryRepository.ts"
import { type Chapter, story, type StoryRegion } from "./story.ts"

/** Finds the lines of a text from the first that contains `from` to the next that equals `to`. */
const linesBetween = (text: string, from: string, to: string): LineRange => {
  const lines = text.split("\n")
  const start = lines.findIndex((line) => line.includes(from))
  const end = lines.findIndex((line, at) => at > start && line === to)
  if (start < 0 || end < 0) throw new Error(`The story refers to missing lines: ${from}`)
  return { start: start + 1, end: end + 1 }
}

const regionOf = (
  storyRegion: StoryRegion,
  files: Chapter["files"],
  commits: ReadonlyMap<string, ObjectId>
): Region => {
  const { ast_anchor, constraints, dependsOn, file, from, intent, reasoning, related, risk, tags, to } = storyRegion
  const [subject, anchor, relationship] = related ?? []
  const commit = subject === undefined ? undefined : commits.get(subject)
  return {
    file,
    ast_anchor,
    lines: linesBetween(files[file] ?? "", from, to),
    intent,
    ...(reasoning === undefined ? {} : { reasoning }),
    constraints: constraints ?? [],
    semantic_dependencies: dependsOn ?? [],
    related_annotations:
      commit === undefined || anchor === undefined || relationship === undefined
        ? []
        : [{ commit: commit.slice(0, 12), anchor, relationship }],
    tags: tags ?? [],
    ...(risk === undefined ? {} : { risk_notes: risk })
  }
}

const day = 24 * 3600

const noteOf = (
  { files, note, subject }: Chapter,
  commit: ObjectId,
  date: number,
  commits: ReadonlyMap<string, ObjectId>
): Annotation | undefined =>
  note && {
    $schema: "ultragit/v1",
    commit,
    timestamp: DateTime.formatIso(DateTime.makeUnsafe(date * 1000)),
    ...(note.task === undefined ? {} : { task: note.task }),
    summary: `${subject}.`,
    context_level: note.context_level,
    regions: note.regions.map((storyRegion) => regionOf(storyRegion, files, commits)),
    cross_cutting: note.concern === undefined ? [] : [note.concern],
    provenance: { operation: "initial", derived_from: [], original_annotations_preserved: false }
  }

/**
 * Makes a small repository with an annotated history in a temporary folder of the scope: a dozen commits in two
 * languages, a renamed file, moved and overwritten code, dependencies, related annotations, a shared concern.
 */
export const makeDemoRepository = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const commits = new Map<string, ObjectId>()
  for (const [index, chapter] of story.entries()) {
    const date = firstDate + index * 17 * day
    const commit = yield* repository.commit(chapter.subject, { files: chapter.files, date })
    commits.set(chapter.subject, commit)
    const annotation = noteOf(chapter, commit, date, commits)
    if (annotation !== undefined) yield* repository.note(commit, encodeNote(annotation))
  }
  return { directory: repository.directory, file: "web/pool.ts", git: repository.git }
})
