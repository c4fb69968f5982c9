import { Effect, Option } from "effect"
import { toSentence } from "../../domain/Text.ts"
import { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { blobId } from "../../adapters/git/write/NotesEdits.ts"
import type { LayeredNotes } from "../lookup/LayeredNotes.ts"
import { changesOf, changeSince } from "../merge/mergeTrees.ts"
import { Packer } from "../lookup/packing.ts"
import { inSlices } from "../lookup/slices.ts"
import { gone } from "../StandingNotes.ts"
import { threeWay } from "../merge/threeWay.ts"
import type { Waiting } from "./waitingRefs.ts"
import { mergeBytes } from "../writing.ts"

/** Notes as they will be once what waits is merged. */
interface Merged {
  /** The notes commit to start from: ours, or a fetched one that has all of ours. */
  readonly tip: Option.Option<ObjectId>
  /** What is another than there, by commit; none: no note. */
  readonly changes: ReadonlyMap<ObjectId, Option.Option<Uint8Array>>
  /** Remotes whose notes are in it. */
  readonly remotes: ReadonlyArray<string>
}

/** Notes changed on both sides that a question merges by itself; it holds them in memory. */
const maxChanges = 5_000

/** Adds what a fetched notes commit changes to what others change. */
const addChanges = Effect.fnUntraced(function* (merged: Merged, from: ObjectId, base: Option.Option<ObjectId>) {
  if (Option.isNone(merged.tip)) return merged
  const ours = yield* changeSince(base, merged.tip.value)
  const decisions = threeWay(ours, yield* changeSince(base, from))
  if (decisions.length + merged.changes.size > maxChanges) return undefined
  const changes = new Map(merged.changes)
  for (const { commit, content } of yield* changesOf(decisions)) {
    const before = Option.flatten(Option.fromUndefinedOr(changes.get(commit)))
    const both =
      Option.isSome(before) && Option.isSome(content)
        ? Option.some((yield* mergeBytes(commit, before.value, content.value)).bytes)
        : Option.orElse(content, () => before)
    changes.set(commit, both)
  }
  return { ...merged, changes }
})

/** Merges one notes commit into a view, as a pull would into the ref; undefined where it is too much for a question. */
const addOne = Effect.fnUntraced(function* (merged: Merged, { remote, tip }: Waiting) {
  const remotes = [...merged.remotes, remote]
  if (Option.isNone(merged.tip)) return { ...merged, remotes, tip: Option.some(tip) }
  const base = yield* (yield* Git).mergeBase(merged.tip.value, tip)
  if (Option.isSome(base) && base.value === tip) return merged
  const isAhead = Option.isSome(base) && base.value === merged.tip.value
  if (isAhead && merged.changes.size === 0) return { ...merged, remotes, tip: Option.some(tip) }
  const added = yield* addChanges(merged, tip, base)
  return added === undefined ? undefined : { ...added, remotes }
})

const tooMany = (remote: string) =>
  `The notes fetched from ${remote} are not merged yet, and too many to be merged for one question. Run 'ultragit sync pull'.`
const unreadable = (remote: string, why: string) =>
  `The notes fetched from ${remote} cannot be read here and are left out: ${toSentence(why)} Run 'ultragit sync pull'.`

/** The notes as a merge of what waits would make them, in memory; one sentence for each remote whose notes are left out. */
const mergeWaiting = Effect.fn("Notes.mergeWaiting")(function* (
  tip: Option.Option<ObjectId>,
  waiting: ReadonlyArray<Waiting>
) {
  const warnings: Array<string> = []
  let merged: Merged = { tip, changes: new Map(), remotes: [] }
  for (const each of waiting) {
    const added = yield* addOne(merged, each).pipe(
      Effect.catch((error) => {
        warnings.push(unreadable(each.remote, error.message))
        return Effect.succeed(merged)
      })
    )
    if (added === undefined) warnings.push(tooMany(each.remote))
    else merged = added
  }
  return { merged, warnings }
})

/** An index of notes of which some are in no repository yet. */
export interface MergedIndex {
  readonly index: LayeredNotes
  /** Notes that a merge made, by the id that they will have. */
  readonly contents: ReadonlyMap<ObjectId, Uint8Array>
}

const noContents: ReadonlyMap<ObjectId, Uint8Array> = new Map()

/** The index with changes that no notes commit has. */
const changedIndex = Effect.fnUntraced(function* (base: LayeredNotes, changes: Merged["changes"]) {
  if (changes.size === 0) return { index: base, contents: noContents } satisfies MergedIndex
  const { objectFormat } = yield* (yield* Git).repository
  const packer = new Packer()
  const contents = new Map<ObjectId, Uint8Array>()
  const removed: Array<ObjectId> = []
  for (const [commit, content] of changes) {
    if (Option.isNone(content)) {
      removed.push(commit)
      continue
    }
    const blob = ObjectId.make(blobId(content.value, objectFormat))
    contents.set(blob, content.value)
    packer.put(commit, blob, content.value)
  }
  const index = yield* inSlices(base.changed(yield* inSlices(packer.pack()), removed))
  return { index, contents } satisfies MergedIndex
})

const isIncomplete = (index: LayeredNotes): boolean => index.problems().some(({ detail }) => detail === gone.detail)

const incomplete = (remotes: ReadonlyArray<string>) =>
  `Some notes fetched from ${remotes.join(", ")} are not here in full, as happens in a partial clone. Run 'ultragit sync pull'.`

/** The notes with what waits, as {@link makeMergedNotes} gives them. */
export interface MergedNotes extends MergedIndex {
  readonly warnings: ReadonlyArray<string>
}

/**
 * Notes as a merge of what waits would make them. `indexOf` gives the index of a notes commit. The outcome is the same
 * object while nothing changes.
 */
export const makeMergedNotes = <E>(indexOf: (tip: Option.Option<ObjectId>) => Effect.Effect<LayeredNotes, E>) => {
  let merging: { readonly key: string; readonly found: Effect.Success<ReturnType<typeof mergeWaiting>> } | undefined
  let last: { readonly base: LayeredNotes; readonly changes: Merged["changes"]; readonly made: MergedIndex } | undefined

  const found = Effect.fnUntraced(function* (tip: Option.Option<ObjectId>, waiting: ReadonlyArray<Waiting>) {
    const key = [Option.getOrElse(tip, () => ""), ...waiting.map((each) => `${each.remote} ${each.tip}`)].join("\0")
    if (merging?.key === key) return merging.found
    const now = yield* mergeWaiting(tip, waiting)
    // What could not be read may be there the next time.
    merging = now.warnings.length === 0 ? { key, found: now } : undefined
    return now
  })

  return Effect.fnUntraced(function* (tip: Option.Option<ObjectId>, waiting: ReadonlyArray<Waiting>) {
    const { merged, warnings } = yield* found(tip, waiting)
    const base = yield* Effect.option(indexOf(merged.tip))
    if (Option.isNone(base)) {
      // Of the two notes commits it is the fetched one that cannot be read, or the same failure comes again.
      const made: MergedIndex = { index: yield* indexOf(tip), contents: noContents }
      return { ...made, warnings: merged.remotes.map((remote) => unreadable(remote, "something is missing.")) }
    }
    if (last?.base !== base.value || last.changes !== merged.changes) {
      last = { base: base.value, changes: merged.changes, made: yield* changedIndex(base.value, merged.changes) }
    }
    const lacking = merged.remotes.length > 0 && isIncomplete(base.value) ? [incomplete(merged.remotes)] : []
    return { ...last.made, warnings: [...warnings, ...lacking] } satisfies MergedNotes
  })
}
