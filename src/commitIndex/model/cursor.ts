import { createHash } from "node:crypto"
import { Option, Schema } from "effect"

/** What of a question must be the same on every page. */
const digest = (question: unknown): string =>
  createHash("sha256").update(JSON.stringify(question)).digest("base64url").slice(0, 12)

const Cursor = Schema.fromJsonString(
  Schema.Struct({ question: Schema.String, position: Schema.Array(Schema.Union([Schema.Finite, Schema.String])) })
)
const decode = Schema.decodeUnknownOption(Cursor)
const encode = Schema.encodeSync(Cursor)

/** The numbers and texts at which a page ended. */
export type Position = ReadonlyArray<number | string>

/** A cursor of a question: where its page ended. */
export const encodeCursor = (question: unknown, position: Position): string =>
  Buffer.from(encode({ question: digest(question), position })).toString("base64url")

/** Where the page before ended; none where the cursor is none of this question. */
export const decodeCursor = (question: unknown, cursor: string): Option.Option<Position> =>
  decode(Buffer.from(cursor, "base64url").toString("utf8")).pipe(
    Option.filter((found) => found.question === digest(question)),
    Option.map(({ position }) => position)
  )
