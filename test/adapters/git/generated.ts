import { Schema } from "effect"
import { ObjectId } from "../../../src/domain/ObjectId.ts"

const between = (minimum: number, maximum: number) =>
  Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum, maximum })))

/** Any bytes. */
export const Bytes = Schema.Array(between(0, 255))

/** A number from 0 to 999, of which the tests make ids, sizes and places to cut. */
export const Number1000 = between(0, 999)

/** Names with what makes names difficult. */
export const Name = Schema.Array(
  Schema.Literals([
    "a",
    "b",
    ".txt",
    " ",
    "-",
    ":",
    '"',
    "\\",
    "\t",
    "\n",
    "+++ b/",
    "--- a/",
    "@@",
    "ä",
    "😀",
    "R100",
    "\u001b",
    "\udcff"
  ])
)

/** The id that stands for a number. */
export const idOf = (n: number): ObjectId => ObjectId.make(n.toString(16).padStart(40, "a"))

/** A path of a name: never empty, no empty parts. */
export const pathOf = (name: ReadonlyArray<string>): string => {
  // A lone surrogate stands for a byte only where it does not meet its other half.
  const text = name.join("").replaceAll("//", "/x/")
  return text === "" ? "x" : text
}

/** Bytes in chunks: cut after each of the lengths, over and over. */
export const cut = (bytes: Uint8Array, lengths: ReadonlyArray<number>): ReadonlyArray<Buffer> => {
  const steps = lengths.filter((length) => length > 0)
  const chunks: Array<Buffer> = []
  for (let at = 0, n = 0; at < bytes.length; n += 1) {
    const end = at + (steps.length === 0 ? bytes.length : (steps[n % steps.length] ?? 1))
    chunks.push(Buffer.from(bytes.subarray(at, end)))
    at = end
  }
  return chunks
}
