import { Effect } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { formatCount } from "../../domain/Text.ts"
import { isChangeset } from "../documents/changesets.ts"
import { isDecision } from "../documents/decisions.ts"
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

/** Counts what can be quoted. `commit`: whose files count; undefined in a repository without commits. */
export const countSources = Effect.fn("Evidence.countSources")(function* (commit: ObjectId | undefined) {
  const git = yield* Git
  const notes = yield* Effect.forEach(yield* findForeignRefs(), ({ commit: tip, name }) =>
    Effect.map(git.notes(tip), (entries) => ({ ref: name, tool: toolOf(name), count: entries.length }))
  )
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
