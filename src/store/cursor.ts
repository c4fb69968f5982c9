import { createHash } from "node:crypto"
import { Option, Schema } from "effect"

/** Hashes the arguments that must be the same on every page. */
const digest = (question: unknown): string =>
  createHash("sha256").update(JSON.stringify(question)).digest("base64url").slice(0, 12)

const Cursor = Schema.fromJsonString(
  Schema.Struct({ question: Schema.String, position: Schema.Array(Schema.Union([Schema.Finite, Schema.String])) })
)
const decode = Schema.decodeUnknownOption(Cursor)
const encode = Schema.encodeSync(Cursor)

/** Sort key of the last result of a page. */
export type Position = ReadonlyArray<number | string>

/** Encodes where a page of a question ended as an opaque cursor. */
export const encodeCursor = (question: unknown, position: Position): string =>
  Buffer.from(encode({ question: digest(question), position })).toString("base64url")

/** Decodes where the previous page ended; none if the cursor is malformed or belongs to another question. */
export const decodeCursor = (question: unknown, cursor: string): Option.Option<Position> =>
  decode(Buffer.from(cursor, "base64url").toString("utf8")).pipe(
    Option.filter((found) => found.question === digest(question)),
    Option.map(({ position }) => position)
  )
