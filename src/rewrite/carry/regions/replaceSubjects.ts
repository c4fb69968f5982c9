import type { Annotation, FieldTimes, Region } from "../../../domain/Annotation.ts"
import type { NoteContent } from "../../../notes/NoteContent.ts"
import { takeBefore } from "../../../domain/Text.ts"

/** Subject lines of a commit and of its successor. */
export interface Subjects {
  readonly from: string
  readonly to: string
}

/** What `git commit --fixup` and `--squash` put before the subject of the commit that they are for. */
const autosquashMarks = /^(?:(?:fixup|squash|amend)! +)+(?=\S)/

/** Returns the subject line of a message, which is the default intent: of a fixup, that of the commit which it is for. */
export const subjectLine = (message: string): string => takeBefore(message, "\n").trim().replace(autosquashMarks, "")

/** Replaces intents and a summary that are only the older subject line by the newer one. */
export const replaceSubjects = (content: NoteContent, { from, to }: Subjects): NoteContent => {
  const { annotation } = content
  const regions = annotation.regions.map((region) => (region.intent === from ? { ...region, intent: to } : region))
  const summary = annotation.summary === from ? to : annotation.summary
  return from === "" || to === "" ? content : { ...content, annotation: { ...annotation, summary, regions } }
}

type Texts = { readonly field_times?: FieldTimes | undefined }

/** Returns the time of a field, or that of the note. */
const timeOf = ({ field_times = {} }: Texts, field: string, otherwise: string): string =>
  field_times[field] ?? otherwise

const restoreIntent = (region: Region, before: Region | undefined, { from, to }: Subjects, time: string): Region =>
  before === undefined || region.intent !== to || before.intent === from
    ? region
    : {
        ...region,
        intent: before.intent,
        field_times: { ...region.field_times, intent: timeOf(before, "intent", time) }
      }

const restoreSummary = (annotation: Annotation, before: Annotation, { from, to }: Subjects): Annotation =>
  annotation.summary !== to || before.summary === from || before.summary === ""
    ? annotation
    : {
        ...annotation,
        summary: before.summary,
        field_times: { ...annotation.field_times, summary: timeOf(before, "summary", before.timestamp) }
      }

/**
 * In the note of an amended commit, replaces intents and a summary that are only the subject line by those of the note
 * before the amend: a subject line is newer but is not a reason. `earlierOf` returns the earlier version of a region.
 */
export const restoreIntents = (
  own: NoteContent,
  { annotation: before }: NoteContent,
  subjects: Subjects,
  earlierOf: (region: Region) => Region | undefined
): NoteContent => ({
  ...own,
  annotation: {
    ...restoreSummary(own.annotation, before, subjects),
    regions: own.annotation.regions.map((region) =>
      restoreIntent(region, earlierOf(region), subjects, before.timestamp)
    )
  }
})
