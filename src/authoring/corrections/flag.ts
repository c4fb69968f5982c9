import { Effect, Option } from "effect"
import { Annotations } from "../../annotations/Annotations.ts"
import type { Match, ReadAnswer, ReadRegion } from "../../annotations/answers.ts"
import type { Correction } from "../../domain/Annotation.ts"
import { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../git/Git.ts"
import { type CurrentNote, type NoteContent, NotesWriter } from "../../notes/NotesWriter.ts"
import { checkTexts } from "../safety/checkTexts.ts"
import { ActionUnfit, CorrectionError, NothingToFlag } from "./CorrectionError.ts"
import { requireNote, voice, withCorrections } from "./record.ts"

/** What is to be flagged. */
export interface FlagInput {
  readonly path: string
  readonly anchor: Option.Option<string>
  /** A revision: only what this commit's note says. */
  readonly commit: Option.Option<string>
  readonly reason: string
  readonly allowSecret: boolean
  readonly dryRun: boolean
}

/** A region that is flagged now. */
export interface FlaggedRegion {
  readonly commit: ObjectId
  readonly file: string
  readonly anchor: string
  readonly intent: string
}

/** What was flagged. */
export interface Flagged {
  readonly regions: ReadonlyArray<FlaggedRegion>
  /** False where all of it was so already. */
  readonly changed: boolean
  /** Regions about the same code that were left, for an answer has so many at most. */
  readonly left: number
}

/** More than any answer has. */
const unbounded = 10_000_000

/** How an answer's regions were found, those first that are surely about the code asked about. */
const trusted: ReadonlyArray<Match> = ["exact", "unqualified", "lines"]

/**
 * The regions meant: all of the file, or of a unit all that were found in the most trusted way. What names the unit is
 * flagged, not what merely has lines in it; a guess at the name is no reason to flag.
 */
const meant = ({ regions }: ReadAnswer, anchor: Option.Option<string>): ReadonlyArray<ReadRegion> => {
  if (Option.isNone(anchor)) return regions
  const best = trusted.find((match) => regions.some((region) => region.match === match))
  return regions.filter((region) => region.match === best)
}

const find = Effect.fnUntraced(function* (input: FlagInput) {
  const { anchor, path } = input
  const annotations = yield* Annotations
  const answer = yield* annotations.read({
    path,
    max_tokens: unbounded,
    ...(Option.isSome(anchor) ? { anchor: anchor.value } : {})
  })
  const only = Option.isSome(input.commit)
    ? Option.some(yield* (yield* Git).resolveCommit(input.commit.value))
    : Option.none()
  const found = meant(answer, anchor).filter(({ commit }) => Option.isNone(only) || commit === only.value)
  if (found.length === 0) {
    const place = Option.match(anchor, { onNone: () => path, onSome: (name) => `${name} in ${path}` })
    const near = [...new Set(answer.regions.map((region) => region.anchor.name))].slice(0, 5)
    return yield* new CorrectionError({ reason: new NothingToFlag({ place, near }) })
  }
  const { original_regions: all = 0, returned_regions: returned = 0 } = answer.trimmed ?? {}
  return {
    left: all - returned,
    regions: found.map((region): FlaggedRegion => ({
      commit: ObjectId.make(region.commit),
      file: region.file,
      anchor: region.anchor.name,
      intent: region.intent
    }))
  }
})

const isSame = (a: Correction, b: Correction): boolean =>
  a.action === "flag" && a.file === b.file && a.anchor === b.anchor && a.value === b.value && a.author === b.author

/** The note with a flag on each of its regions that has none of the same words by the same author. */
const withFlags = Effect.fnUntraced(function* (
  commit: ObjectId,
  current: CurrentNote,
  flags: ReadonlyArray<Correction>
) {
  const note = yield* requireNote(commit, current)
  const known = note.recorded.corrections ?? []
  const fresh = flags.filter((flag) => !known.some((other) => isSame(other, flag)))
  return fresh.length === 0 ? Option.none<NoteContent>() : Option.some(withCorrections(note, fresh))
})

/**
 * `ultragit flag`: says of what the notes tell about this code now that it is not to be trusted. It stays, says so when
 * it is read, and scores lower (spec writing §4). Fails with `CorrectionError` where no annotation speaks of the code.
 */
export const flag = Effect.fn("Corrections.flag")(function* (input: FlagInput) {
  if (input.reason.trim() === "") {
    const reason = new ActionUnfit({ field: "A flag", detail: "it needs a reason." })
    return yield* new CorrectionError({ reason })
  }
  yield* checkTexts({ reason: input.reason }, { allowSecret: input.allowSecret })
  const { left, regions } = yield* find(input)
  if (input.dryRun) return { regions, changed: true, left } satisfies Flagged
  const speaker = yield* voice
  const corrections = (commit: ObjectId) =>
    regions
      .filter((region) => region.commit === commit)
      .map(({ anchor, file }): Correction => ({ file, anchor, action: "flag", value: input.reason, ...speaker }))
  const commits = [...new Set(regions.map(({ commit }) => commit))]
  const { written } = yield* (yield* NotesWriter).update(commits, `Flag ${input.path}`, (commit, current) =>
    withFlags(commit, current, corrections(commit))
  )
  return { regions, changed: written.length > 0, left } satisfies Flagged
})
