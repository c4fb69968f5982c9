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
import { fetchedNotesRefs, readSightings, trackingRef } from "../../notes/remotes/RemoteNotes.ts"

const neverSetUp = "No Ultragit annotations found. Run 'ultragit init' to set up."
const noNotesYet = (ref: string) =>
  `No notes in ${ref} yet. Ultragit is set up here; give the first reason with 'ultragit commit --reason' or 'ultragit annotate'.`
const notMerged = (remote: string, from: string, ref: string) =>
  `The notes fetched from ${escapeControls(remote)} to ${escapeControls(from)} are not merged into ${ref}. Run 'ultragit sync pull' to merge them.`
const hadNotes = (remote: string, ref: string, seen: string) =>
  `No notes here, but ${escapeControls(remote)} had notes at ${ref} when it was last asked (${escapeControls(seen)}). Run 'ultragit sync pull' to fetch them.`
const hadFetched = (remote: string, ref: string) =>
  `No notes here any more, but ${escapeControls(remote)} had notes at ${ref} when they were last fetched. Run 'ultragit sync pull' to bring them back.`
const behindBoundary = (ref: string) =>
  `This clone is shallow, and notes in ${ref} are on commits behind its boundary. Run 'git fetch --unshallow' to see them.`

const isThere = (git: Git["Service"], ref: string) =>
  Effect.match(git.resolveRef(ref), { onFailure: () => true, onSuccess: Option.isSome })

/** Whether `init` was run here, or what it does was done by hand. */
const isSetUp = Effect.fnUntraced(function* ({ commonDirectory }: Repository, { syncRemote }: SettingsValues) {
  return syncRemote.length > 0 || Option.isSome(yield* inspectPath(join(commonDirectory, "ultragit", "setup.json")))
})

/**
 * Why there are no notes, and what to do next (spec annotations §5): fetched and not merged, there on a remote when it
 * was last looked at, none written yet, or never set up. Uses no network.
 */
export const whyNoNotes = Effect.fn("Pipeline.whyNoNotes")(function* (ref: string, settings: SettingsValues) {
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
  return (yield* isSetUp(repository, settings)) ? noNotesYet(ref) : neverSetUp
})

/** Annotated commits that are looked for; ids are in no order, so that some stand for all. */
const maxLookedFor = 1_000

const known = new WeakMap<NotesIndex, boolean>()

const hasNotesOfMissing = Effect.fnUntraced(function* (index: NotesIndex) {
  const git = yield* Git
  const commits: Array<ObjectId> = []
  for (const commit of index.commits()) if (commits.push(commit) === maxLookedFor) break
  return (yield* git.commits(commits)).some(Option.isNone)
})

/** One sentence for an empty answer in a shallow clone that has notes of commits it does not have. */
export const notesBehindBoundary = Effect.fn("Pipeline.notesBehindBoundary")(function* ({ index, ref }: NotesSnapshot) {
  const { commonDirectory } = yield* (yield* Git).repository
  const shallow = yield* inspectPath(join(commonDirectory, "shallow"))
  if (!Option.exists(shallow, ({ size }) => size > 0)) return []
  const isBehind = known.get(index) ?? (yield* hasNotesOfMissing(index))
  known.set(index, isBehind)
  return isBehind ? [behindBoundary(ref)] : []
})
