import { Option, Schema } from "effect"

/** The files of an indexed commit: paths, and at the same places the blobs; 0 for what is not searched, such as links. */
const CommitFiles = Schema.Struct({ paths: Schema.Array(Schema.String), blobs: Schema.Array(Schema.Int) })
export type CommitFiles = typeof CommitFiles.Type

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(CommitFiles))

/** Decodes the files of a commit. None if they are damaged. */
export const decodeFiles = (text: string): Option.Option<CommitFiles> =>
  Option.filter(decode(text), ({ blobs, paths }) => blobs.length === paths.length)
