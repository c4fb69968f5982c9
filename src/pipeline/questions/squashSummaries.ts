import { Effect, Result, Schema } from "effect"
import type { Annotation } from "../../domain/Annotation.ts"
import { ObjectId } from "../../domain/ObjectId.ts"
import { Notes } from "../../notes/Notes.ts"
import { readCommits, type Question } from "../answering/Question.ts"
import { takeBefore } from "../../domain/Text.ts"

const subjectOf = (message: string | undefined): string =>
  message === undefined ? "" : takeBefore(message, "\n").trim()

const isId = Schema.is(ObjectId)

const sourcesOf = ({ provenance }: Annotation): ReadonlyArray<ObjectId> => provenance.derived_from.filter(isId)

/**
 * Replaces the summary of squashes by their own commit subject where the summary is that of a squashed commit. The regions
 * keep the reasons, and the provenance names the squashed commits.
 */
export const useSquashSubjects = Effect.fn("Pipeline.useSquashSubjects")(function* <
  A extends { readonly annotation: Annotation }
>(question: Question, entries: ReadonlyArray<A>) {
  const squashed = entries.filter(({ annotation }) => annotation.provenance.operation === "squash")
  if (squashed.length === 0) return entries
  const notes = yield* Notes
  const sources = squashed.flatMap(({ annotation }) => sourcesOf(annotation))
  const commits = yield* readCommits([...sources, ...squashed.map(({ annotation }) => annotation.commit)])
  const read = yield* notes.read(question.snapshot, sources)
  const summaries = (source: ObjectId): ReadonlyArray<string> => {
    const note = read.get(source)
    const noted = note !== undefined && Result.isSuccess(note) ? [note.success.annotation.summary] : []
    return [subjectOf(commits.get(source)?.message), ...noted]
  }
  return entries.map((entry) => {
    const { annotation } = entry
    const subject = subjectOf(commits.get(annotation.commit)?.message)
    const isOriginal = sourcesOf(annotation).some((source) => summaries(source).includes(annotation.summary.trim()))
    const isSquash = annotation.provenance.operation === "squash"
    return isSquash && isOriginal && subject !== ""
      ? { ...entry, annotation: { ...annotation, summary: subject } }
      : entry
  })
})
