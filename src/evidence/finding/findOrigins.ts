import { Effect, Option } from "effect"
import { type BlameHunk, Git } from "../../adapters/git/Git.ts"
import { unquotePath } from "../../adapters/git/parse/QuotedPath.ts"
import { joinRanges, type LineRange, totalSize } from "../../domain/LineRange.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Blame } from "../../lineage/Blame.ts"
import { BroadCommits } from "./BroadCommits.ts"
import { ifThere } from "./ifThere.ts"
import { clipToRanges, type CommittedHunk, lookPast, toOriginLines } from "./lookPast.ts"
import { classifyChange, isMostlyLayout, type Mechanical, minRenamedFiles, saysFormatting } from "./mechanical.ts"

/** The file to explain: as of a commit, or in the worktree on top of it. */
export interface Place {
  readonly commit: ObjectId
  readonly path: string
  /** The file's bytes in the worktree, if they differ from the commit. */
  readonly contents: Option.Option<Uint8Array>
}

/** A commit that last changed lines in scope. */
export interface Origin {
  readonly commit: ObjectId
  /** Path in that commit. */
  readonly path: string
  /** Current line numbers. */
  readonly lines: ReadonlyArray<LineRange>
  /** The same lines as that commit numbers them. */
  readonly originLines: ReadonlyArray<LineRange>
  /** Part of the committed lines in scope, from 0 to 1. */
  readonly share: number
}

/** The commits behind lines, and those that were passed on the way. */
export interface Origins {
  /** The largest share first. */
  readonly origins: ReadonlyArray<Origin>
  readonly passed: ReadonlyMap<ObjectId, Mechanical | "listed">
  /** Which object a partial clone lacks to find the commits that only changed layout. */
  readonly missing: Option.Option<string>
}

/** Maximum times that the file is blamed again. */
const maxRounds = 3
/** Maximum commits whose patches are read in a round, largest share of lines first. */
const maxCandidates = 64
/** Maximum bytes of a patch of one file. */
const maxPatchBytes = 512 * 1024

interface Group {
  readonly path: string
  readonly lines: Array<LineRange>
  readonly originLines: Array<LineRange>
}

/** Groups hunks by commit, the largest share first. */
const groupHunks = (hunks: ReadonlyArray<CommittedHunk>): ReadonlyArray<Origin> => {
  const groups = new Map<ObjectId, Group>()
  for (const hunk of hunks) {
    const group = groups.get(hunk.commit) ?? { path: hunk.path, lines: [], originLines: [] }
    group.lines.push(hunk.lines)
    group.originLines.push(toOriginLines(hunk))
    groups.set(hunk.commit, group)
  }
  const all = Array.from(groups.values(), ({ lines }) => totalSize(lines)).reduce((total, lines) => total + lines, 0)
  return Array.from(groups, ([commit, { lines, originLines, path }]) => ({
    commit,
    path,
    lines: joinRanges(lines),
    originLines: joinRanges(originLines),
    share: totalSize(lines) / all
  })).toSorted((a, b) => b.share - a.share || (a.commit < b.commit ? -1 : 1))
}

/** The new name in the patch of a file. Git writes a tab behind one with a space. */
const newNameIn = (patch: string): string => unquotePath(/^\+\+\+ (.*?)\t?$/m.exec(patch)?.[1] ?? "")

/** The patch of the file that has this path in the commit, out of a patch of several files. */
const selectFile = (patch: string, path: string): string => {
  const files = patch.split(/^(?=diff --git )/m)
  return files.find((file) => newNameIn(file) === `b/${path}`) ?? ""
}

/** Finds the commits that say that they format code, of those whose patch of the file does little else. */
const findFormatting = Effect.fnUntraced(function* (patches: ReadonlyArray<readonly [ObjectId, string]>) {
  const git = yield* Git
  const mostly = patches.flatMap(([id, patch]) => (isMostlyLayout(patch) ? [id] : []))
  const commits = mostly.length === 0 ? [] : (yield* git.commits(mostly)).flatMap(Option.toArray)
  const formatting = commits.filter(({ message }) => saysFormatting(message.split("\n", 1)[0] ?? ""))
  return new Set(formatting.map(({ id }) => id))
})

/** Finds the commits whose change of the file says nothing about its lines. `origins`: with the file's path in each. */
export const findMechanical = Effect.fnUntraced(function* (
  origins: ReadonlyArray<Pick<Origin, "commit" | "path">>,
  paths: ReadonlyArray<string>
) {
  const git = yield* Git
  const ids = origins.slice(0, maxCandidates).map(({ commit }) => commit)
  const pathOf = new Map(origins.map(({ commit, path }) => [commit, path]))
  const patches = new Map<ObjectId, string>()
  yield* git.patches(ids, { maxBytes: maxPatchBytes, paths }, ({ bytes, commit }) => {
    patches.set(commit, selectFile(Buffer.from(bytes).toString("utf8"), pathOf.get(commit) ?? ""))
  })
  const kindOf = (id: ObjectId, files: number) => classifyChange(patches.get(id) ?? "", files)
  // Listing the files of a commit that changes thousands is slow, so only where their number decides.
  const renaming = ids.filter((id) => kindOf(id, Number.POSITIVE_INFINITY) === "renaming")
  const broad = yield* (yield* BroadCommits).find(renaming, minRenamedFiles)
  const kinds = new Map(ids.map((id) => [id, kindOf(id, broad.has(id) ? minRenamedFiles : 0)]))
  const formatting = yield* findFormatting([...patches].filter(([id]) => kinds.get(id) === undefined))
  return new Map(
    ids.flatMap((id): ReadonlyArray<readonly [ObjectId, Mechanical]> => {
      const kind = formatting.has(id) ? "formatting" : kinds.get(id)
      return kind === undefined ? [] : [[id, kind]]
    })
  )
})

/** The state of {@link findOrigins} between two looks past commits. */
interface Search {
  readonly passed: Map<ObjectId, Mechanical | "listed">
  /** Commits that say something about the lines. */
  readonly meaningful: Set<ObjectId>
}

/** Finds the commits among origins not looked at before that say nothing, and records both kinds. */
const judgeOrigins = Effect.fnUntraced(function* (
  origins: ReadonlyArray<Origin>,
  { passed, meaningful }: Search,
  listed: ReadonlySet<string>,
  paths: ReadonlyArray<string>
) {
  const unknown = origins.filter(({ commit }) => !passed.has(commit) && !meaningful.has(commit))
  for (const { commit } of unknown) if (listed.has(commit)) passed.set(commit, "listed")
  const others = unknown.filter(({ commit }) => !passed.has(commit))
  const mechanical = yield* ifThere(findMechanical(others, paths), new Map())
  for (const [commit, kind] of mechanical.value) passed.set(commit, kind)
  for (const { commit } of others.slice(0, maxCandidates)) if (!passed.has(commit)) meaningful.add(commit)
  const found = unknown.filter(({ commit }) => passed.has(commit)).map(({ commit }) => commit)
  return { found: new Set(found), missing: mechanical.missing }
})

/**
 * Finds the commits that say something about lines: blame's origins, past the listed ones and those that only changed
 * white space, layout or names. Lines that only such a commit has stay with it. Where a partial clone lacks an object for
 * that, blame's origins as far as they were found. `hunks`: the blame of the file.
 */
export const findOrigins = Effect.fn("Evidence.findOrigins")(function* (
  place: Place,
  hunks: ReadonlyArray<BlameHunk>,
  ranges: ReadonlyArray<LineRange>,
  listed: ReadonlySet<string>
) {
  const blame = yield* Blame
  const paths = [...new Set([place.path, ...hunks.map(({ path }) => path)])].filter((path) => path.isWellFormed())
  const search: Search = { passed: new Map(), meaningful: new Set() }
  let inScope = clipToRanges(hunks, ranges)
  let missing = Option.none<string>()
  for (let round = 0; round < maxRounds; round += 1) {
    const judged = yield* judgeOrigins(groupHunks(inScope), search, listed, paths)
    missing = Option.orElse(missing, () => judged.missing)
    if (judged.found.size === 0) break
    const ignore = [...search.passed.keys()]
    const blameAgain = Effect.map(blame.hunks({ ...place, ignore }), (again) => clipToRanges(again, ranges))
    const past = lookPast(inScope, judged.found, ignore)
    const again = yield* ifThere(
      Effect.flatMap(past, Option.match({ onNone: () => blameAgain, onSome: Effect.succeed })),
      undefined
    )
    missing = Option.orElse(missing, () => again.missing)
    if (again.value === undefined) break
    inScope = again.value
  }
  return { origins: groupHunks(inScope), passed: search.passed, missing } satisfies Origins
})
