import { Effect, Option } from "effect"
import { toSentence } from "../../domain/Text.ts"
import { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { blobId } from "../../adapters/git/write/NotesEdits.ts"
import type { LayeredNotes } from "../lookup/LayeredNotes.ts"
import { resolveDecisions, changeSince } from "../merge/mergeTrees.ts"
import { Packer } from "../lookup/Packer.ts"
import { runInSlices } from "../lookup/timeSlices.ts"
import { gone } from "../readNotes.ts"
import { threeWay } from "../merge/threeWay.ts"
import type { IncomingNotes } from "./incomingRefs.ts"
import { mergeNoteBytes } from "../noteBytes.ts"

/** The notes as they will be after the incoming notes are merged. */
interface MergedView {
  /** The base notes commit: ours, or a fetched one that contains ours. */
  readonly tip: Option.Option<ObjectId>
  /** The changes on top of it, by commit; none deletes the note. */
  readonly changes: ReadonlyMap<ObjectId, Option.Option<Uint8Array>>
  /** Remotes whose notes are included. */
  readonly remotes: ReadonlyArray<string>
}

/** Maximum notes that a question merges in memory. */
const maxChanges = 5_000

/** Adds the changes of a fetched notes commit; undefined if they exceed the limit. */
const addChanges = Effect.fnUntraced(function* (merged: MergedView, from: ObjectId, base: Option.Option<ObjectId>) {
  if (Option.isNone(merged.tip)) return merged
  const ours = yield* changeSince(base, merged.tip.value)
  const decisions = threeWay(ours, yield* changeSince(base, from))
  if (decisions.length + merged.changes.size > maxChanges) return undefined
  const changes = new Map(merged.changes)
  for (const { commit, content } of yield* resolveDecisions(decisions, mergeNoteBytes)) {
    const before = Option.flatten(Option.fromUndefinedOr(changes.get(commit)))
    const both =
      Option.isSome(before) && Option.isSome(content)
        ? Option.some((yield* mergeNoteBytes(commit, before.value, content.value)).bytes)
        : Option.orElse(content, () => before)
    changes.set(commit, both)
  }
  return { ...merged, changes }
})

/** Merges one incoming notes commit into the view, as a pull would into the ref; undefined if over the limit. */
const addIncoming = Effect.fnUntraced(function* (merged: MergedView, { remote, tip }: IncomingNotes) {
  const remotes = [...merged.remotes, remote]
  if (Option.isNone(merged.tip)) return { ...merged, remotes, tip: Option.some(tip) }
  const base = yield* (yield* Git).mergeBase(merged.tip.value, tip)
  if (Option.isSome(base) && base.value === tip) return merged
  const isAhead = Option.isSome(base) && base.value === merged.tip.value
  if (isAhead && merged.changes.size === 0) return { ...merged, remotes, tip: Option.some(tip) }
  const added = yield* addChanges(merged, tip, base)
  return added === undefined ? undefined : { ...added, remotes }
})

const tooManyChanges = (remote: string) =>
  `The notes fetched from ${remote} are not merged yet, and there are too many to merge for one question. Run 'ultragit sync pull'.`
const unreadableNotes = (remote: string, why: string) =>
  `The notes fetched from ${remote} cannot be read and are left out: ${toSentence(why)} Run 'ultragit sync pull'.`

/** Merges the incoming notes in memory. Returns one warning for each remote whose notes are left out. */
const mergeIncoming = Effect.fn("Notes.mergeIncoming")(function* (
  tip: Option.Option<ObjectId>,
  incoming: ReadonlyArray<IncomingNotes>
) {
  const warnings: Array<string> = []
  let merged: MergedView = { tip, changes: new Map(), remotes: [] }
  for (const each of incoming) {
    const added = yield* addIncoming(merged, each).pipe(
      Effect.catch((error) => {
        warnings.push(unreadableNotes(each.remote, error.message))
        return Effect.succeed(merged)
      })
    )
    if (added === undefined) warnings.push(tooManyChanges(each.remote))
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

/** Adds changes that are in no notes commit to an index. */
const buildMergedIndex = Effect.fnUntraced(function* (base: LayeredNotes, changes: MergedView["changes"]) {
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
    packer.addNote(commit, blob, content.value)
  }
  const index = yield* runInSlices(base.withChanges(yield* runInSlices(packer.pack()), removed))
  return { index, contents } satisfies MergedIndex
})

const isIncomplete = (index: LayeredNotes): boolean => index.problems().some(({ detail }) => detail === gone.detail)

const incompleteNotes = (remotes: ReadonlyArray<string>) =>
  `Some notes fetched from ${remotes.join(", ")} are incomplete, as happens in a partial clone. Run 'ultragit sync pull'.`

/** The local notes with the incoming ones, as {@link makeIncomingMerger} returns them. */
export interface MergedNotes extends MergedIndex {
  readonly warnings: ReadonlyArray<string>
}

/**
 * Makes a function that merges incoming notes in memory. `indexOf` returns the index of a notes commit. The function
 * returns the same index object as long as nothing changes.
 */
export const makeIncomingMerger = <E>(indexOf: (tip: Option.Option<ObjectId>) => Effect.Effect<LayeredNotes, E>) => {
  let lastMerge: { readonly key: string; readonly found: Effect.Success<ReturnType<typeof mergeIncoming>> } | undefined
  let lastIndex:
    | { readonly base: LayeredNotes; readonly changes: MergedView["changes"]; readonly made: MergedIndex }
    | undefined

  const mergeCached = Effect.fnUntraced(function* (
    tip: Option.Option<ObjectId>,
    incoming: ReadonlyArray<IncomingNotes>
  ) {
    const key = [Option.getOrElse(tip, () => ""), ...incoming.map((each) => `${each.remote} ${each.tip}`)].join("\0")
    if (lastMerge?.key === key) return lastMerge.found
    const now = yield* mergeIncoming(tip, incoming)
    // Do not cache warnings: objects that could not be read may have been fetched by the next time.
    lastMerge = now.warnings.length === 0 ? { key, found: now } : undefined
    return now
  })

  return Effect.fnUntraced(function* (tip: Option.Option<ObjectId>, incoming: ReadonlyArray<IncomingNotes>) {
    const { merged, warnings } = yield* mergeCached(tip, incoming)
    const base = yield* Effect.option(indexOf(merged.tip))
    if (Option.isNone(base)) {
      // The fetched commit cannot be read. If ours cannot either, indexing it fails with the same error.
      const made: MergedIndex = { index: yield* indexOf(tip), contents: noContents }
      return { ...made, warnings: merged.remotes.map((remote) => unreadableNotes(remote, "something is missing.")) }
    }
    if (lastIndex?.base !== base.value || lastIndex.changes !== merged.changes) {
      lastIndex = {
        base: base.value,
        changes: merged.changes,
        made: yield* buildMergedIndex(base.value, merged.changes)
      }
    }
    const incompleteWarnings =
      merged.remotes.length > 0 && isIncomplete(base.value) ? [incompleteNotes(merged.remotes)] : []
    return { ...lastIndex.made, warnings: [...warnings, ...incompleteWarnings] } satisfies MergedNotes
  })
}
