import { Schema } from "effect"
import { ObjectId } from "../../../src/domain/ObjectId.ts"

const between = (minimum: number, maximum: number) =>
  Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum, maximum })))

/** Any bytes. */
export const Bytes = Schema.Array(between(0, 255))

/** A number from 0 to 999, from which tests derive ids, sizes and cut positions. */
export const Number1000 = between(0, 999)

/** Names with difficult characters. */
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

/** The object id for a number. */
export const idOf = (n: number): ObjectId => ObjectId.make(n.toString(16).padStart(40, "a"))

/** A path made of a name, without empty parts. */
export const pathOf = (name: ReadonlyArray<string>): string => {
  // A lone surrogate represents a byte only if it is not part of a pair.
  const text = name.join("").replaceAll("//", "/x/")
  return text === "" ? "x" : text
}

/** Cuts bytes into chunks of the given lengths, repeating them. */
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
