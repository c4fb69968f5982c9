import { Option, Schema } from "effect"
import { Speaker } from "../../domain/Evidence.ts"
import { jsonText } from "../../domain/Text.ts"

/** The ref of the notes that hold imported pull requests. */
export const pullsRef = "refs/notes/ultragit-pulls"

/** Maximum size of one such note, in bytes. */
export const maxPullsBytes = 256 * 1024

/** A review comment that gives a reason. */
export const PullComment = Schema.Struct({
  author: Schema.String,
  /** What the author is to the project: `OWNER`, `MEMBER`, `COLLABORATOR`, `CONTRIBUTOR`, `NONE`, or GitLab's role. */
  association: Schema.optionalKey(Schema.String),
  /** The file that it is about. */
  path: Schema.optionalKey(Schema.String),
  text: Schema.String
})
export type PullComment = typeof PullComment.Type

/** A merged pull request (GitHub) or merge request (GitLab), with what its texts say. */
export const ImportedPull = Schema.Struct({
  /** `github.com`, with the port if the address has one. */
  host: Schema.String,
  /** `owner/name`, on GitLab also `group/subgroup/name`. */
  project: Schema.String,
  /** `#12` or `!12`. */
  id: Schema.String,
  title: Schema.String,
  body: Schema.optionalKey(Schema.String),
  author: Schema.String,
  association: Schema.optionalKey(Schema.String),
  by: Speaker,
  merged_at: Schema.String,
  /** When it was last changed on its host, ISO 8601. Of two versions the later one is kept. */
  updated_at: Schema.String,
  issues: Schema.optionalKey(Schema.Array(Schema.Struct({ id: Schema.String, title: Schema.String }))),
  comments: Schema.optionalKey(Schema.Array(PullComment))
})
export type ImportedPull = typeof ImportedPull.Type

const PullsNote = Schema.Struct({
  $schema: Schema.Literal("ultragit-pulls/v1"),
  pulls: Schema.Array(ImportedPull)
})

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(PullsNote))

/** Decodes a note. None if it is of another form. */
export const decodePulls = (text: string): Option.Option<ReadonlyArray<ImportedPull>> =>
  Option.map(decode(text), ({ pulls }) => pulls)

/** Encodes a note, one line of JSON. */
export const encodePulls = (pulls: ReadonlyArray<ImportedPull>): string =>
  `${jsonText({ $schema: "ultragit-pulls/v1", pulls })}\n`
