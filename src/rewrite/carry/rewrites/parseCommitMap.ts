import { Result } from "effect"
import { ObjectId } from "../../../domain/ObjectId.ts"
import { CarryError, MapMalformed } from "./CarryError.ts"
import type { Pair } from "./groupRewrites.ts"

const fullId = { sha1: /^[0-9a-f]{40}$/, sha256: /^[0-9a-f]{64}$/ } as const

const shown = (word: string): string => `'${word.length > 80 ? `${word.slice(0, 80)}…` : word}'`

const malformed = (line: number, detail: string) =>
  Result.fail(new CarryError({ reason: new MapMalformed({ line, detail }) }))

const isHeader = ([first, second]: ReadonlyArray<string>): boolean => first === "old" && second === "new"

/**
 * The pairs of a commit map: a line for each commit, the id before and the id after with white space between. The
 * header of `git filter-repo` and empty lines are passed over; a dropped commit has zeros for the new id. Fails with
 * `MapMalformed` at the first line that is something else, abbreviated ids included (spec writing §3).
 */
export const parseMap = (
  text: string,
  objectFormat: "sha1" | "sha256"
): Result.Result<ReadonlyArray<Pair>, CarryError> => {
  const pattern = fullId[objectFormat]
  const pairs: Array<Pair> = []
  for (const [index, line] of text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .entries()) {
    const words = line.trim().split(/\s+/)
    if (words[0] === "" || (pairs.length === 0 && isHeader(words))) continue
    const [from = "", to = ""] = words.map((word) => word.toLowerCase())
    if (words.length !== 2) return malformed(index + 1, `is not an old id and a new one`)
    const other = [from, to].find((id) => !pattern.test(id))
    if (other !== undefined) return malformed(index + 1, `has ${shown(other)}, which is no full commit id`)
    pairs.push({ from: ObjectId.make(from), to: ObjectId.make(to) })
  }
  return Result.succeed(pairs)
}
