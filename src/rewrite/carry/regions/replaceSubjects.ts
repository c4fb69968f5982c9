import type { Annotation, FieldTimes, Region } from "../../../domain/Annotation.ts"
import type { NoteContent } from "../../../notes/NoteContent.ts"

/** Subject lines of a commit and of the one that took its place. */
export interface Subjects {
  readonly from: string
  readonly to: string
}

/** The first line of a message, as it stands for an intent that nobody gave. */
export const subjectLine = (message: string): string => message.split("\n", 1)[0]?.trim() ?? ""

type Texts = { readonly field_times?: FieldTimes | undefined }

/** When a field was said, where that is not the note's own time. */
const timeOf = ({ field_times = {} }: Texts, field: string, otherwise: string): string =>
  field_times[field] ?? otherwise

const yieldingRegion = (region: Region, before: Region | undefined, { from, to }: Subjects, time: string): Region =>
  before === undefined || region.intent !== to || before.intent === from
    ? region
    : {
        ...region,
        intent: before.intent,
        field_times: { ...region.field_times, intent: timeOf(before, "intent", time) }
      }

const yieldingSummary = (annotation: Annotation, before: Annotation, { from, to }: Subjects): Annotation =>
  annotation.summary !== to || before.summary === from || before.summary === ""
    ? annotation
    : {
        ...annotation,
        summary: before.summary,
        field_times: { ...annotation.field_times, summary: timeOf(before, "summary", before.timestamp) }
      }

/**
 * What was noted with an amended commit, without intents and summary that are only its subject line where somebody had
 * said more before: a subject is newer, and still no one's reason. `sameAs` finds the region of before.
 */
export const yielding = (
  own: NoteContent,
  { annotation: before }: NoteContent,
  subjects: Subjects,
  sameAs: (region: Region) => Region | undefined
): NoteContent => ({
  ...own,
  annotation: {
    ...yieldingSummary(own.annotation, before, subjects),
    regions: own.annotation.regions.map((region) => yieldingRegion(region, sameAs(region), subjects, before.timestamp))
  }
})
