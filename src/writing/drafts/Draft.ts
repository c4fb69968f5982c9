import { Schema } from "effect"
import { Anchor, Annotation } from "../../domain/Annotation.ts"
import { LineRange } from "../../domain/LineRange.ts"
import { ObjectId } from "../../domain/ObjectId.ts"
import { Quote } from "./Quote.ts"

/** The session of an agent that a draft quotes. */
export const DraftSession = Schema.Struct({
  /** Name of the client, as in `--client`. */
  client: Schema.String,
  /** The agent, for people: `Claude Code`. */
  agent: Schema.String,
  model: Schema.optionalKey(Schema.String),
  id: Schema.NonEmptyString
})
export type DraftSession = typeof DraftSession.Type

/** What a session says of one place of a commit. */
export const QuotedPlace = Schema.Struct({
  /** The session's id. */
  session: Schema.NonEmptyString,
  file: Schema.NonEmptyString,
  ast_anchor: Anchor,
  lines: LineRange,
  quotes: Schema.NonEmptyArray(Quote)
})
export type QuotedPlace = typeof QuotedPlace.Type

/** What was said of a commit, before it is a note. */
export const DraftContent = Schema.Struct({
  commit: ObjectId,
  /** The commit's subject line. */
  subject: Schema.NonEmptyString,
  /** When the commit was authored, ISO 8601. */
  authored: Schema.String,
  sessions: Schema.NonEmptyArray(DraftSession),
  places: Schema.NonEmptyArray(QuotedPlace)
})
export type DraftContent = typeof DraftContent.Type

/** An annotation quoted from sessions that waits for acceptance. */
export const Draft = Schema.Struct({
  $schema: Schema.Literal("ultragit-draft/v1"),
  ...DraftContent.fields,
  /** The note that acceptance would write. */
  annotation: Annotation,
  /** Whether a person has edited the annotation: an import leaves it alone. */
  edited: Schema.Boolean
})
export type Draft = typeof Draft.Type
