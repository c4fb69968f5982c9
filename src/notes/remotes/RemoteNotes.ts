import { Effect, Option, Schema } from "effect"
import type { ConfigEntry } from "../../adapters/git/Git.ts"
import type { Repository } from "../../adapters/git/Repository.ts"
import { privateFiles } from "../../adapters/git/PrivateFiles.ts"

/** Prefix of the incoming refs: fetched notes that are not merged yet. */
export const incomingRefs = "refs/ultragit/incoming/"

/** Returns the incoming ref: where `git fetch` puts the notes of a remote until they are merged. */
export const incomingRef = (remote: string, notesRef: string): string =>
  `${incomingRefs}${remote}/${notesRef.replace(/^refs\//, "")}`

/** Returns the tracking ref: the notes commit of a remote when its notes were last merged. */
export const trackingRef = (remote: string, notesRef: string): string =>
  `refs/ultragit/remotes/${remote}/${notesRef.replace(/^refs\//, "")}`

/** Returns the local ref to which a refspec fetches `ref`; none if it does not fetch it or does not store it. */
const fetchDestination = (refspec: string, ref: string): Option.Option<string> => {
  const [from = "", to = ""] = refspec.replace(/^\+/, "").split(":")
  const [before = "", after] = from.split("*")
  if (to === "" || from.startsWith("^")) return Option.none()
  if (after === undefined) return from === ref ? Option.some(to) : Option.none()
  const isCovered = ref.length >= before.length + after.length && ref.startsWith(before) && ref.endsWith(after)
  const star = ref.slice(before.length, ref.length - after.length)
  return isCovered ? Option.some(to.replace("*", () => star)) : Option.none()
}

const fetchKey = /^remote\.(.+)\.fetch$/s
const urlKey = /^remote\.(.+)\.url$/s

/** Returns the names of the configured remotes. */
export const remotesIn = (entries: ReadonlyArray<ConfigEntry>): ReadonlyArray<string> => [
  ...new Set(entries.flatMap(({ key }) => urlKey.exec(key)?.[1] ?? []))
]

/** Returns the local refs that may hold fetched notes of a remote, except the notes ref itself. */
export const fetchedNotesRefs = (
  entries: ReadonlyArray<ConfigEntry>,
  notesRef: string
): ReadonlyArray<{ readonly remote: string; readonly ref: string }> => {
  const ours = remotesIn(entries).map((remote) => ({ remote, ref: incomingRef(remote, notesRef) }))
  const theirs = entries.flatMap(({ key, value }) => {
    const remote = fetchKey.exec(key)?.[1]
    const to = fetchDestination(value, notesRef)
    return remote === undefined || Option.isNone(to) ? [] : [{ remote, ref: to.value }]
  })
  const places = new Map([...theirs, ...ours].map((place) => [place.ref, place]))
  places.delete(notesRef)
  return [...places.values()]
}

const Sighting = Schema.Struct({
  remote: Schema.String,
  /** The notes ref in the remote. */
  ref: Schema.String,
  /** When the remote was asked, ISO 8601. */
  seen: Schema.String
})

/** Records that a remote had notes that this repository does not have. */
export type Sighting = typeof Sighting.Type

/** The file of sightings, one per repository. */
export const Sightings = Schema.Struct({
  $schema: Schema.Literal("ultragit-remote-notes/v1"),
  remotes: Schema.Array(Sighting)
})

/** Its name in the private folder that all worktrees share. */
export const sightingsFile = "remote-notes.json"

/** Maximum size of the file, in bytes; a larger one is not ours and is ignored. */
const maxBytes = 65_536

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Sightings))

/** Reads the sightings. Returns an empty list if the file is missing or invalid. */
export const readSightings = Effect.fn("RemoteNotes.readSightings")(function* ({ commonDirectory }: Repository) {
  const text = yield* Effect.option(privateFiles(commonDirectory).readText(sightingsFile, maxBytes))
  return Option.match(Option.flatMap(Option.flatten(text), decode), {
    onNone: (): ReadonlyArray<Sighting> => [],
    onSome: ({ remotes }) => remotes
  })
})
