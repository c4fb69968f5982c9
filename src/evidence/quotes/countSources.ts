import { Effect } from "effect"
import type { RefTip } from "../../adapters/git/CommitChange.ts"
import { Git } from "../../adapters/git/Git.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { formatCount } from "../../domain/Text.ts"
import { isChangeset } from "../documents/changesets.ts"
import { isDecision } from "../documents/decisions.ts"
import { isEntire } from "../foreign/entire.ts"
import { findForeignRefs, toolOf } from "../foreign/readForeignNotes.ts"

/** What a repository has to quote besides the messages of its commits. */
export interface EvidenceSources {
  /** Other tools' notes and imported pull requests, by ref. */
  readonly notes: ReadonlyArray<{ readonly ref: string; readonly tool: string; readonly count: number }>
  /** Decision records in the commit. */
  readonly decisions: number
  /** Changesets in the commit; released ones are quoted from history. */
  readonly changesets: number
}

const checkpointsPrefix = "refs/entire/checkpoints"
const isCheckpoint = ({ name }: RefTip): boolean => name.startsWith(`${checkpointsPrefix}/`)

/** Counts the notes of a ref, or the checkpoints of Entire's branch. */
const countNotes = Effect.fnUntraced(function* (ref: RefTip) {
  const git = yield* Git
  if (!isEntire(ref)) return (yield* git.notes(ref.commit)).length
  return (yield* git.files(ref.commit, "")).filter(({ path }) => /^[^/]+\/[^/]+\/metadata\.json$/.test(path)).length
})

/** Counts what can be quoted. `commit`: whose files count; undefined in a repository without commits. */
export const countSources = Effect.fn("Evidence.countSources")(function* (commit: ObjectId | undefined) {
  const git = yield* Git
  const refs = yield* findForeignRefs()
  const listed = yield* Effect.forEach(
    refs.filter((ref) => !isCheckpoint(ref)),
    (ref) => Effect.map(countNotes(ref), (count) => ({ ref: ref.name, tool: toolOf(ref.name), count }))
  )
  const checkpoints = {
    ref: checkpointsPrefix,
    tool: toolOf(checkpointsPrefix),
    count: refs.filter(isCheckpoint).length
  }
  const notes = [...listed, ...(checkpoints.count === 0 ? [] : [checkpoints])]
  const paths = commit === undefined ? [] : (yield* git.files(commit, "")).map(({ path }) => path)
  const found: EvidenceSources = {
    notes,
    decisions: paths.filter((path) => isDecision(path)).length,
    changesets: paths.filter((path) => isChangeset(path)).length
  }
  return found
})

/** Names what can be quoted: `3 notes of git-ai (refs/notes/ai)`, `2 decision records`. */
export const listSources = ({ changesets, decisions, notes }: EvidenceSources): ReadonlyArray<string> => [
  ...notes.map(({ count, ref, tool }) => `${formatCount(count, "note")} of ${tool} (${ref})`),
  ...(decisions === 0 ? [] : [formatCount(decisions, "decision record")]),
  ...(changesets === 0 ? [] : [formatCount(changesets, "changeset")])
]
