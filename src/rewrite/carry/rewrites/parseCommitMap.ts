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
 * Parses a commit map: each line has an old and a new id, separated by white space. Skips empty lines and the header of
 * `git filter-repo`; a dropped commit has zeros as its new id. Fails with `MapMalformed` at the first other line,
 * including one with an abbreviated id (spec writing §3).
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
    if (words.length !== 2) return malformed(index + 1, `is not an old id and a new id`)
    const other = [from, to].find((id) => !pattern.test(id))
    if (other !== undefined) return malformed(index + 1, `has ${shown(other)}, which is not a full commit id`)
    pairs.push({ from: ObjectId.make(from), to: ObjectId.make(to) })
  }
  return Result.succeed(pairs)
}
