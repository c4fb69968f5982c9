import { Effect, Option } from "effect"
import { Pipeline } from "../../pipeline/questions/Pipeline.ts"
import type { ReadAnswer, ReadRegion } from "../../pipeline/answering/answers.ts"
import { normalizeName, resolveName } from "../../domain/AnchorName.ts"
import type { Correction, Flag } from "../../domain/Annotation.ts"
import { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import type { NoteContent } from "../../notes/NoteContent.ts"
import { type CurrentNote, NotesWriter } from "../../notes/NotesWriter.ts"
import { checkTexts } from "../context/checkTexts.ts"
import { shareCorrections } from "../../notes/shareCorrections.ts"
import { carryReceivedIfPossible } from "../../rewrite/carry/carry.ts"
import { mergeAllFetched } from "../../notes/remotes/mergeFetched.ts"
import { ActionUnfit, CorrectionError, NothingToFlag, RegionAmbiguous } from "./CorrectionError.ts"
import { requireNote, timeAfter, type Authorship, readAuthorship, withCorrections } from "./record.ts"

/** A flag to record. */
export interface FlagInput {
  readonly path: string
  readonly anchor: Option.Option<string>
  /** Revision: flags only regions in the note of this commit. */
  readonly commit: Option.Option<string>
  readonly reason: string
  readonly allowSecret: boolean
  readonly dryRun: boolean
}

/** A flagged region. */
interface FlaggedRegion {
  readonly commit: ObjectId
  readonly file: string
  readonly anchor: string
  readonly intent: string
}

/** The recorded flags. */
export interface Flagged {
  readonly regions: ReadonlyArray<FlaggedRegion>
  /** False if all regions already had the flag. */
  readonly changed: boolean
  /** Number of regions about the same code that were not flagged, because an answer has a maximum. */
  readonly left: number
}

/** More tokens and regions than any answer has. */
const unbounded = 10_000_000

const fail = (reason: CorrectionError["reason"]) => Effect.fail(new CorrectionError({ reason }))

/**
 * Selects the regions to flag: all of a file, or those with the queried anchor. Regions that match by lines or by a similar
 * name are about other code.
 */
const meant = (
  { regions }: ReadAnswer,
  { anchor, path }: FlagInput
): Effect.Effect<ReadonlyArray<ReadRegion>, CorrectionError> => {
  const names = regions.map((region) => region.anchor.name)
  const near = [...new Set(names)].slice(0, 5)
  const all = names.map((_, index) => index)
  const { indexes, match } = Option.match(anchor, {
    onNone: () => ({ indexes: all, match: "exact" }),
    onSome: (queried) => resolveName(queried, names) ?? { indexes: [], match: "fuzzy" }
  })
  const found = match === "fuzzy" ? [] : indexes.flatMap((index) => regions[index] ?? [])
  const name = Option.getOrUndefined(anchor)
  if (found.length === 0) {
    return fail(new NothingToFlag({ place: name === undefined ? path : `${name} in ${path}`, near }))
  }
  const several = [...new Set(found.map((region) => normalizeName(region.anchor.name)))]
  return name === undefined || several.length === 1
    ? Effect.succeed(found)
    : fail(new RegionAmbiguous({ region: name, found: several }))
}

const find = Effect.fnUntraced(function* (input: FlagInput) {
  const { anchor, commit, path } = input
  const pipeline = yield* Pipeline
  const git = yield* Git
  const answer = yield* pipeline.read({
    path,
    max_tokens: unbounded,
    // Those of one commit may be the last.
    ...(Option.isSome(commit) ? { max_regions: unbounded } : {}),
    ...(Option.isSome(anchor) ? { anchor: anchor.value } : {})
  })
  const only = Option.isSome(commit) ? yield* git.resolveCommit(commit.value) : undefined
  const regions = answer.regions.filter((region) => only === undefined || region.commit === only)
  const { original_regions: all = 0, returned_regions: returned = 0 } = answer.trimmed ?? {}
  return { left: all - returned, found: yield* meant({ ...answer, regions }, input) }
})

const shown = ({ anchor, commit, file, intent }: ReadRegion): FlaggedRegion => ({
  commit: ObjectId.make(commit),
  file,
  anchor: anchor.name,
  intent
})

const isSame = (a: Correction, b: Correction): boolean =>
  a.action === "flag" && a.file === b.file && a.anchor === b.anchor && a.value === b.value && a.author === b.author

const isHis = (known: Flag, reason: string, { author }: Authorship): boolean =>
  known.reason === reason && known.author === author

/** Adds the flag to the regions of a note that do not have it from the same author yet. */
const withFlags = Effect.fnUntraced(function* (
  commit: ObjectId,
  current: CurrentNote,
  regions: ReadonlyArray<FlaggedRegion>,
  reason: string,
  { author, now }: Authorship
) {
  const note = yield* requireNote(commit, current)
  const known = note.recorded.corrections ?? []
  const timestamp = timeAfter(known, now)
  const fresh = regions
    .filter((region) => region.commit === commit)
    .map(({ anchor, file }): Correction => ({ file, anchor, action: "flag", value: reason, author, timestamp }))
    .filter((correction) => !known.some((other) => isSame(other, correction)))
  return fresh.length === 0 ? Option.none<NoteContent>() : Option.some(withCorrections(note, fresh))
})

/**
 * Flags the current annotations of code as untrusted. Flagged regions stay, show their flags and have a lower confidence
 * (spec writing §4). Fails with `CorrectionError` if no annotation is about the code.
 */
export const flag = Effect.fn("Corrections.flag")(function* (input: FlagInput) {
  if (input.reason.trim() === "") {
    return yield* fail(new ActionUnfit({ field: "the notes", detail: "a flag needs a reason." }))
  }
  yield* checkTexts({ reason: input.reason }, { allowSecret: input.allowSecret })
  const { found, left } = yield* find(input)
  const regions = found.map(shown)
  const authorship = yield* readAuthorship
  if (input.dryRun) {
    const changed = found.some(({ flags = [] }) => !flags.some((known) => isHis(known, input.reason, authorship)))
    return { regions, changed, left } satisfies Flagged
  }
  // The notes may be fetched but not merged.
  yield* mergeAllFetched(carryReceivedIfPossible)
  const commits = [...new Set(regions.map(({ commit }) => commit))]
  const { written } = yield* (yield* NotesWriter).update(commits, `Flag ${input.path}`, (commit, current) =>
    withFlags(commit, current, regions, input.reason, authorship)
  )
  yield* shareCorrections(written)
  return { regions, changed: written.length > 0, left } satisfies Flagged
})
