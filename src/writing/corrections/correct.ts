import { shareCorrections } from "../../notes/shareCorrections.ts"
import { carryReceivedIfPossible } from "../../rewrite/carry/carry.ts"
import { mergeAllFetched } from "../../notes/remotes/mergeFetched.ts"
import { Effect, Option, Result } from "effect"
import { matchNames, findSimilarNames, resolveName, selectResolved } from "../../domain/AnchorName.ts"
import type { Annotation, Correction, Region } from "../../domain/Annotation.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { Notes } from "../../notes/Notes.ts"
import type { NoteContent } from "../../notes/NoteContent.ts"
import { type CurrentNote, NotesWriter } from "../../notes/NotesWriter.ts"
import { checkTexts } from "../context/checkTexts.ts"
import { parseDependency } from "../context/dependencies.ts"
import { ActionUnfit, CorrectionError, RegionAmbiguous, RegionUnknown } from "./CorrectionError.ts"
import { type Change, changes, checkChange } from "./fields.ts"
import { requireNote, timeAfter, type Authorship, readAuthorship, withCorrections } from "./record.ts"

/** A correction to record. */
export interface CorrectInput {
  /** A revision. */
  readonly commit: string
  /** Name of the anchor. */
  readonly region: string
  /** Path in that commit, where several files have a region of this name. */
  readonly file: Option.Option<string>
  readonly change: Change
  readonly allowSecret: boolean
  readonly dryRun: boolean
}

/** The recorded correction. */
export interface Corrected {
  readonly commit: ObjectId
  readonly correction: Correction
  /** False if the region already has the value. */
  readonly changed: boolean
}

const placeOf = ({ ast_anchor, file }: Region): string => `${file}:${ast_anchor.name}`

/** Finds the region by name, and by file if given. Of several regions with one anchor, returns the first. */
const regionOf = (
  { regions }: Annotation,
  queried: string,
  file: Option.Option<string>
): Result.Result<Region, RegionUnknown | RegionAmbiguous> => {
  const there = Option.match(file, {
    onNone: () => regions,
    onSome: (path) => regions.filter((one) => one.file === path)
  })
  const names = there.map(({ ast_anchor }) => ast_anchor.name)
  const found = resolveName(queried, names)
  if (found === undefined || found.match === "fuzzy") {
    const guessed = found === undefined ? [] : selectResolved(names, found)
    const near = [...new Set([...guessed, ...findSimilarNames(queried, names, 3)])]
    const known = [...new Set(names)].slice(0, 10)
    return Result.fail(new RegionUnknown({ region: queried, near, known }))
  }
  const meant = selectResolved(there, found)
  const places = [...new Set(meant.map(placeOf))]
  const [first] = meant
  return first !== undefined && places.length === 1
    ? Result.succeed(first)
    : Result.fail(new RegionAmbiguous({ region: queried, found: places }))
}

const same = (a: Correction, b: Correction): boolean =>
  a.file === b.file && a.anchor === b.anchor && a.action === b.action && a.field === b.field && a.value === b.value

/** Whether a dependency, as written on the command line, is on the unit of the region itself. */
const isItself = ({ ast_anchor, file }: Region, value: string): boolean =>
  Option.exists(
    parseDependency(value),
    (found) => found.file === file && matchNames(found.anchor, ast_anchor.name) === "exact"
  )

const fail = (reason: CorrectionError["reason"]) => new CorrectionError({ reason })

const planOf = Effect.fnUntraced(function* (
  commit: ObjectId,
  current: CurrentNote,
  input: CorrectInput,
  { author, now }: Authorship
) {
  const note = yield* requireNote(commit, current)
  const change = yield* Effect.mapError(Effect.fromResult(checkChange(input.change)), fail)
  const region = yield* Effect.mapError(Effect.fromResult(regionOf(note.annotation, input.region, input.file)), fail)
  const { action, field, value } = change
  if (action === "add" && field === "semantic_dependencies" && isItself(region, value)) {
    return yield* fail(new ActionUnfit({ field, detail: "code cannot depend on itself." }))
  }
  const known = note.recorded.corrections ?? []
  const correction: Correction = {
    file: region.file,
    anchor: region.ast_anchor.name,
    action,
    field,
    value,
    author,
    timestamp: timeAfter(known, now)
  }
  const before = known.some((other) => same(other, correction))
  const changed = yield* Effect.mapError(Effect.fromResult(changes(region, change, before)), fail)
  const content = changed ? Option.some(withCorrections(note, [correction])) : Option.none<NoteContent>()
  return { correction, content }
})

/** Reads the current note without updating it. */
const noteNow = Effect.fnUntraced(function* (commit: ObjectId) {
  const notes = yield* Notes
  const read = yield* notes.read(yield* notes.snapshot, [commit])
  return Option.fromUndefinedOr(read.get(commit)) satisfies CurrentNote
})

/**
 * Records a correction of a region, and keeps the original (spec writing §4). Writes nothing if the region already has the
 * value. Fails with `CorrectionError`, and with `AnnotateError` for texts that must not go into a note.
 */
export const correct = Effect.fn("Corrections.correct")(function* (input: CorrectInput) {
  const commit = yield* (yield* Git).resolveCommit(input.commit)
  yield* checkTexts({ value: input.change.value }, { allowSecret: input.allowSecret })
  const authorship = yield* readAuthorship
  if (input.dryRun) {
    const { content, correction } = yield* planOf(commit, yield* noteNow(commit), input, authorship)
    return { commit, correction, changed: Option.isSome(content) } satisfies Corrected
  }
  // The note may be fetched but not merged.
  yield* mergeAllFetched(carryReceivedIfPossible)
  let recorded: Correction | undefined
  const { written } = yield* (yield* NotesWriter).update([commit], `Correct the note of ${commit}`, (_, current) =>
    Effect.map(planOf(commit, current, input, authorship), ({ content, correction }) => {
      recorded = correction
      return content
    })
  )
  yield* shareCorrections(written)
  const correction = yield* Effect.fromNullishOr(recorded).pipe(Effect.orDie)
  return { commit, correction, changed: written.length > 0 } satisfies Corrected
})
