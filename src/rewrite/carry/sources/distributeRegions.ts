import { Effect, Option } from "effect"
import type { Region } from "../../../domain/Annotation.ts"
import { overlaps } from "../../../domain/LineRange.ts"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import type { FileDiff } from "../../../adapters/git/FileDiff.ts"
import type { Carried } from "../regions/combineNotes.ts"
import { onlyOf } from "../regions/selectRegions.ts"
import { resolveAt } from "../regions/resolveNote.ts"
import { noSuccessors } from "../rewrites/successors.ts"
import { changesOf, firstParent } from "./isTakenOver.ts"

/** Returns the commits of the set that directly precede a commit, nearest first. */
const listPreceding = Effect.fnUntraced(function* (commit: ObjectId, among: ReadonlySet<ObjectId>) {
  const found: Array<ObjectId> = []
  for (let next = yield* firstParent(commit); Option.isSome(next); next = yield* firstParent(next.value)) {
    if (!among.has(next.value) || found.includes(next.value)) break
    found.push(next.value)
  }
  return found
})

type Changed = (region: Region, files: ReadonlyArray<FileDiff>) => boolean

const isFileChanged: Changed = ({ file }, files) => files.some(({ path }) => path === file)

/** Only added lines count, because blame does not attribute deleted lines. */
const isCodeChanged: Changed = ({ file, lines }, files) =>
  files.some(
    ({ hunks, path }) =>
      path === file &&
      hunks.some(({ after: { count, start } }) => count > 0 && overlaps(lines, { start, end: start + count - 1 }))
  )

/** A commit with its diff and the regions resolved in it. */
interface Candidate {
  readonly commit: ObjectId
  readonly files: ReadonlyArray<FileDiff>
  readonly carried: Carried
}

/** Finds the candidate for each region: the nearest one that changes its code, else its file. */
const chooseCandidates = (
  candidates: ReadonlyArray<Candidate>,
  regions: number
): ReadonlyArray<Candidate | undefined> =>
  Array.from({ length: regions }, (_, index) => {
    const changing = (isChanged: Changed) =>
      candidates.find(({ carried, files }) => {
        const region = carried.content.annotation.regions[index]
        return region !== undefined && isChanged(region, files)
      })
    return changing(isCodeChanged) ?? changing(isFileChanged)
  })

/** Selects the regions of one candidate; cross-cutting concerns stay with the successor. */
const keepChosen = (candidate: Candidate, own: Candidate, chosen: ReadonlyArray<Candidate>): Carried => {
  const { carried } = candidate
  const content = onlyOf(carried.content, (index) => chosen[index] === candidate)
  if (candidate !== own) return { ...carried, content }
  const { cross_cutting, regions } = carried.content.annotation
  return {
    ...carried,
    content: { ...content, annotation: { ...content.annotation, cross_cutting } },
    otherRegions: [...(carried.otherRegions ?? []), ...regions.filter((_, index) => chosen[index] !== own)]
  }
}

/**
 * Distributes carried regions over a commit and the commits made before it while the rebase had stopped, for example when
 * a commit was split. Each region goes to the commit that blame will name for its code.
 */
export const distributeRegions = Effect.fn("carry.distributeRegions")(function* (
  to: ObjectId,
  carried: Carried,
  made: ReadonlySet<ObjectId>
) {
  const earlier = made.size === 0 ? [] : yield* listPreceding(to, made)
  if (earlier.length === 0) return [[to, carried] as const]
  const own: Candidate = { commit: to, files: yield* changesOf(to), carried }
  const others = yield* Effect.forEach(earlier, (commit) =>
    Effect.all({
      commit: Effect.succeed(commit),
      files: changesOf(commit),
      carried: Effect.map(
        resolveAt({ commit: to, content: carried.content }, { from: Option.some(to), to: commit }, noSuccessors),
        (resolved) => ({ ...carried, ...resolved })
      )
    })
  )
  const { annotation } = carried.content
  const chosen = chooseCandidates([own, ...others], annotation.regions.length).map((candidate) => candidate ?? own)
  const used = others.filter((candidate) => chosen.includes(candidate))
  return [own, ...used].map((candidate) => [candidate.commit, keepChosen(candidate, own, chosen)] as const)
})
