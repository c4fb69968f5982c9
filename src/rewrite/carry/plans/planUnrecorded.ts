import { Effect, Option } from "effect"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import type { FileDiff } from "../../../adapters/git/FileDiff.ts"
import { Git } from "../../../adapters/git/Git.ts"
import type { NoteContent } from "../../../notes/NoteContent.ts"
import { type AddedFile, findAddedLines } from "../files/addedLines.ts"
import { sortByAge } from "../rewrites/sortByAge.ts"
import { type Candidates, candidatesFor } from "../sources/findCandidates.ts"
import type { Carried } from "../regions/combineNotes.ts"
import { onlyOf } from "../regions/selectRegions.ts"
import { combineWithProvenance } from "./planInto.ts"
import { readCurrentNotes } from "../rewrites/readNotes.ts"
import type { Source } from "../regions/resolveNote.ts"
import { type Measure, type CarriedCode, findCarriedCode, withoutBlamed } from "../sources/findCarriedCode.ts"
import { changesOf } from "../sources/isTakenOver.ts"

/** Thresholds for a source that a trace names: half of its remaining code, and at least one added character. */
const traced: Measure = { share: 0.5, added: 1, own: false }
/** Thresholds if only the code matches: most of it, more than a word or two, and all added by the commit. */
const similar: Measure = { share: 0.8, added: 12, own: true }

const pathsOf = (files: ReadonlyArray<FileDiff>): ReadonlyArray<string> =>
  files.flatMap(({ path, previousPath }) => [path, ...Option.toArray(previousPath)])

/** Returns the first of these commits with the same patch id. */
const samePatch = Effect.fnUntraced(function* (commit: ObjectId, among: ReadonlyArray<ObjectId>) {
  const git = yield* Git
  const ids = yield* git.patchIds([commit, ...among])
  const own = ids.get(commit)
  return own === undefined ? undefined : among.find((id) => ids.get(id) === own)
})

/** Finds carried code tip by tip; lines that one tip explains are excluded for the next. */
const findCarried = Effect.fnUntraced(function* (
  commit: ObjectId,
  files: ReadonlyArray<AddedFile>,
  tips: ReadonlyArray<readonly [tip: ObjectId, measure: Measure]>
) {
  const unexplained = new Map(files.map(({ lines, path }) => [path, new Set(lines)]))
  const found: Array<CarriedCode> = []
  for (const [tip, measure] of tips) {
    const carried = yield* findCarriedCode(commit, tip, files, { measure, unexplained })
    found.push(...carried)
    for (const { file, lines } of carried) for (const line of lines) unexplained.get(file)?.delete(line)
    if ([...unexplained.values()].every((lines) => lines.size === 0)) break
  }
  return found
})

/** Selects the regions that were found; returns the note unchanged if all were. */
const cutTo = (content: NoteContent, regions: ReadonlySet<number>): NoteContent =>
  content.annotation.regions.every((_, index) => regions.has(index))
    ? content
    : onlyOf(content, (index) => regions.has(index))

/** New paths of files whose code was found at another path. */
const movedIn = (carried: ReadonlyArray<CarriedCode>): ReadonlyMap<string, string> =>
  new Map(
    carried.flatMap(({ content, file, region }) => {
      const before = content.annotation.regions[region]?.file
      return before === undefined || before === file ? [] : [[before, file] as const]
    })
  )

/** Returns the notes whose code was found, oldest first. */
const sourcesOf = Effect.fnUntraced(function* (found: ReadonlyArray<CarriedCode>) {
  const order = yield* sortByAge([...new Set(found.map(({ source }): ObjectId => source))])
  return order.flatMap((id): ReadonlyArray<Source> => {
    const carried = found.filter(({ source }) => source === id)
    const regions = new Set(carried.map(({ region }) => region))
    return carried.slice(0, 1).map(({ content }) => ({
      commit: id,
      content: cutTo(content, regions),
      moved: movedIn(carried)
    }))
  })
})

const tipsOf = ({ elsewhere, tips, undone }: Candidates, named: ReadonlyArray<ObjectId>) => {
  const sure = [...new Set([...named, ...tips, ...undone])]
  return [
    ...sure.map((tip) => [tip, traced] as const),
    ...elsewhere.filter((id) => !sure.includes(id)).map((tip) => [tip, similar] as const)
  ]
}

/**
 * Plans the note of a commit whose sources git did not record: `git am`, `cherry-pick -n`, `reset --soft`, `commit -C`.
 * Finds their notes by patch id, or else by the lines that the commit added; none if no note covers them.
 *
 * @param named commits that git named as possible sources, if any
 * @see spec writing §3
 */
export const planUnrecorded = Effect.fn("carry.planUnrecorded")(function* (
  commit: ObjectId,
  named: ReadonlyArray<ObjectId>
) {
  const git = yield* Git
  const [facts = Option.none()] = yield* git.commits([commit])
  if (Option.isNone(facts) || facts.value.parents.length > 1) return Option.none<Carried>()
  const changes = yield* changesOf(commit)
  const candidates = yield* candidatesFor(facts.value, pathsOf(changes))
  const given = (yield* git.commits(named)).flatMap(Option.toArray).map(({ id }) => id)
  const annotated = [...new Set([...given, ...candidates.undone, ...candidates.elsewhere])]
  const same = annotated.length === 0 ? undefined : yield* samePatch(commit, annotated)
  const whole = same === undefined ? undefined : (yield* readCurrentNotes([same])).get(same)
  if (same !== undefined && whole !== undefined) {
    return Option.some(yield* combineWithProvenance(commit, [{ commit: same, content: whole }], false))
  }
  const tips = tipsOf(candidates, given)
  if (tips.length === 0) return Option.none<Carried>()
  const files = yield* findAddedLines(commit, changes)
  const found = yield* withoutBlamed(commit, files, yield* findCarried(commit, files, tips))
  const [first, ...rest] = yield* sourcesOf(found)
  if (first === undefined) return Option.none<Carried>()
  return Option.some(yield* combineWithProvenance(commit, [first, ...rest], rest.length > 0))
})
