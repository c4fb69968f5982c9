import { Effect, Option } from "effect"
import { type BlameHunk, Git } from "../../adapters/git/Git.ts"
import { compareEvidence, type Evidence } from "../../domain/Evidence.ts"
import { intersect, type LineRange, size } from "../../domain/LineRange.ts"
import type { Origin, Place } from "../finding/findOrigins.ts"
import { readMessage } from "../messages/readMessage.ts"
import { KeptOrigins } from "./KeptOrigins.ts"
import { quoteCommit } from "./quoteCommit.ts"

/** A commit explains a unit only if it has at least this part of its lines, unless no other has more. */
const minShare = 0.2

const countLines = (ranges: ReadonlyArray<LineRange>): number => ranges.reduce((total, range) => total + size(range), 0)

/** The lines of an origin that are in a unit. */
const linesWithin = ({ lines }: Origin, unit: LineRange): number =>
  countLines(lines.flatMap((range) => Option.toArray(intersect(range, unit))))

/**
 * Finds the commit that best explains each unit of a file: of those with a fifth of its lines, the one whose message is
 * worth most; else the one with most of its lines. Undefined for uncommitted units. `missing`: which
 * object a partial clone lacks to pass over commits that only changed layout. `isCutOff`: whether units are as old as
 * the boundary of a shallow clone. `hunks`: the blame of the file.
 */
export const explainUnits = Effect.fn("Evidence.explainUnits")(function* (
  place: Place,
  hunks: ReadonlyArray<BlameHunk>,
  units: ReadonlyArray<LineRange>
) {
  const git = yield* Git
  const { isCutOff, missing, origins } = yield* (yield* KeptOrigins).find(place, hunks, units)
  const found = (yield* git.commits(origins.map(({ commit }) => commit))).flatMap(Option.toArray)
  const quotes = new Map(
    found.map((metadata) => {
      const message = readMessage(metadata.message)
      return [metadata.id, quoteCommit({ metadata, message, path: undefined, lines: [], share: 0 })] as const
    })
  )
  const explained = units.map((unit) => {
    const counted = origins.flatMap((origin): ReadonlyArray<Evidence> => {
      const quote = quotes.get(origin.commit)
      const lines = linesWithin(origin, unit)
      return quote === undefined || lines === 0 ? [] : [{ ...quote, share: lines / size(unit) }]
    })
    const most = Math.max(0, ...counted.map(({ share }) => share))
    return counted.filter(({ share }) => share >= Math.min(minShare, most)).toSorted(compareEvidence)[0]
  })
  return { explained, missing, isCutOff }
})
