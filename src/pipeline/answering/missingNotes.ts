import { join } from "node:path"
import { Effect, Option } from "effect"
import type { SettingsValues } from "../../config/SettingsValues.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { escapeControls } from "../../domain/Text.ts"
import { Git } from "../../adapters/git/Git.ts"
import { type Repository } from "../../adapters/git/Repository.ts"
import { inspectPath } from "../../adapters/git/process/FileFingerprint.ts"
import type { NotesSnapshot } from "../../notes/NotesSnapshot.ts"
import type { NotesIndex } from "../../notes/lookup/NotesIndex.ts"
import { fetchedNotesRefs, readSightings, remotesIn, trackingRef } from "../../notes/remotes/RemoteNotes.ts"

const neverSetUp = "No Ultragit annotations found. Run 'ultragit init' to set up."
const noNotesYet = (ref: string) =>
  `No notes in ${ref} yet. Ultragit is set up here; write the first note with 'ultragit commit --reason' or 'ultragit annotate'.`
const fetchOthers = " If others have shared notes meanwhile, 'ultragit init' fetches them."
const notMerged = (remote: string, from: string, ref: string) =>
  `Notes fetched from ${escapeControls(remote)} to ${escapeControls(from)} are not merged into ${ref}. Run 'ultragit sync pull' to merge them.`
const hadNotes = (remote: string, ref: string, seen: string) =>
  `No notes here, but ${escapeControls(remote)} had notes at ${ref} when last checked (${escapeControls(seen)}). Run 'ultragit sync pull' to fetch them.`
const hadFetched = (remote: string, ref: string) =>
  `No notes here anymore, but ${escapeControls(remote)} had notes at ${ref} when they were last fetched. Run 'ultragit sync pull' to restore them.`
const behindBoundary = (ref: string) =>
  `This clone is shallow, and notes in ${ref} are on commits behind its boundary. Run 'git fetch --unshallow' to see them.`

/** Warns of what a shallow clone hides of history. */
export const cutOffWarning =
  "Commits before the boundary of this shallow clone are unknown. Run 'git fetch --unshallow' for them."

const isThere = (git: Git["Service"], ref: string) =>
  Effect.match(git.resolveRef(ref), { onFailure: () => true, onSuccess: Option.isSome })

/** Whether `ultragit init` ran here, or notes are set up to sync. */
const isSetUp = Effect.fnUntraced(function* ({ commonDirectory }: Repository, { syncRemote }: SettingsValues) {
  return syncRemote.length > 0 || Option.isSome(yield* inspectPath(join(commonDirectory, "ultragit", "setup.json")))
})

/**
 * Explains why there are no notes, and what to do next (spec annotations §5): fetched but not merged, on a remote when last
 * checked, not written yet, or not set up. Does not use the network.
 */
export const explainMissingNotes = Effect.fn("Pipeline.explainMissingNotes")(function* (
  ref: string,
  settings: SettingsValues
) {
  const git = yield* Git
  const repository = yield* git.repository
  const config = yield* git.config
  for (const place of fetchedNotesRefs(config, ref)) {
    if (yield* isThere(git, place.ref)) return notMerged(place.remote, place.ref, ref)
  }
  const sighting = (yield* readSightings(repository)).find((seen) => seen.ref === ref)
  if (sighting !== undefined) return hadNotes(sighting.remote, ref, sighting.seen)
  for (const remote of settings.syncRemote) {
    if (yield* isThere(git, trackingRef(remote, ref))) return hadFetched(remote, ref)
  }
  if (!(yield* isSetUp(repository, settings))) return neverSetUp
  const mayHaveOthers = settings.syncRemote.length === 0 && remotesIn(config).length > 0
  return `${noNotesYet(ref)}${mayHaveOthers ? fetchOthers : ""}`
})

/** Number of annotated commits to look up. Ids are in no order, so these are a sample. */
const sampleSize = 1_000

const hasMissing = new WeakMap<NotesIndex, boolean>()

const hasNotesOfMissing = Effect.fnUntraced(function* (index: NotesIndex) {
  const git = yield* Git
  const commits: Array<ObjectId> = []
  for (const commit of index.commits()) if (commits.push(commit) === sampleSize) break
  return (yield* git.commits(commits)).some(Option.isNone)
})

/** Warns of an empty answer in a shallow clone that has notes on commits behind its boundary. */
export const warnOfShallowNotes = Effect.fn("Pipeline.warnOfShallowNotes")(function* ({ index, ref }: NotesSnapshot) {
  const { commonDirectory } = yield* (yield* Git).repository
  const shallow = yield* inspectPath(join(commonDirectory, "shallow"))
  if (!Option.exists(shallow, ({ size }) => size > 0)) return []
  const isBehind = hasMissing.get(index) ?? (yield* hasNotesOfMissing(index))
  hasMissing.set(index, isBehind)
  return isBehind ? [behindBoundary(ref)] : []
})
