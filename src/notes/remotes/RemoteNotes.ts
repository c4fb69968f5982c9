import { Effect, Option, Schema } from "effect"
import type { ConfigEntry } from "../../adapters/git/Git.ts"
import type { Repository } from "../../adapters/git/Repository.ts"
import { privateFiles } from "../../adapters/git/PrivateFiles.ts"

/** Below it lies what was fetched of remotes' notes and is not merged. */
export const incomingRefs = "refs/ultragit/incoming/"

/** Where `git fetch` puts the notes of a remote until they are merged. */
export const incomingRef = (remote: string, notesRef: string): string =>
  `${incomingRefs}${remote}/${notesRef.replace(/^refs\//, "")}`

/** What the notes ref of a remote was when its notes were last merged. */
export const trackingRef = (remote: string, notesRef: string): string =>
  `refs/ultragit/remotes/${remote}/${notesRef.replace(/^refs\//, "")}`

/** Where a refspec puts a ref of the remote; none where it does not fetch it, or keeps it nowhere. */
export const fetchedTo = (refspec: string, ref: string): Option.Option<string> => {
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

/** The remotes of git's configuration, each once. */
export const remotesIn = (entries: ReadonlyArray<ConfigEntry>): ReadonlyArray<string> => [
  ...new Set(entries.flatMap(({ key }) => urlKey.exec(key)?.[1] ?? []))
]

/** Refs of this repository in which fetched notes of a remote may wait, other than the notes ref itself. */
export const placesOfFetched = (
  entries: ReadonlyArray<ConfigEntry>,
  notesRef: string
): ReadonlyArray<{ readonly remote: string; readonly ref: string }> => {
  const ours = remotesIn(entries).map((remote) => ({ remote, ref: incomingRef(remote, notesRef) }))
  const theirs = entries.flatMap(({ key, value }) => {
    const remote = fetchKey.exec(key)?.[1]
    const to = fetchedTo(value, notesRef)
    return remote === undefined || Option.isNone(to) ? [] : [{ remote, ref: to.value }]
  })
  const places = new Map([...theirs, ...ours].map((place) => [place.ref, place]))
  places.delete(notesRef)
  return [...places.values()]
}

const Sighting = Schema.Struct({
  remote: Schema.String,
  /** The notes ref, there. */
  ref: Schema.String,
  /** When it was there, ISO 8601. */
  seen: Schema.String
})

/** Notes of a remote that were there when it was asked, and are not here. */
export type Sighting = typeof Sighting.Type

/** What is kept of it, one file a repository. */
export const Sightings = Schema.Struct({
  $schema: Schema.Literal("ultragit-remote-notes/v1"),
  remotes: Schema.Array(Sighting)
})

/** The file in the private folder that all work trees share. */
export const sightingsFile = "remote-notes.json"

/** Largest file that is read, in bytes; a larger one is not ours. */
const maxBytes = 65_536

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Sightings))

/** What is known of notes that remotes have and that are not here; what cannot be read counts as nothing known. */
export const readSightings = Effect.fn("RemoteNotes.readSightings")(function* ({ commonDirectory }: Repository) {
  const text = yield* Effect.option(privateFiles(commonDirectory).readText(sightingsFile, maxBytes))
  return Option.match(Option.flatMap(Option.flatten(text), decode), {
    onNone: (): ReadonlyArray<Sighting> => [],
    onSome: ({ remotes }) => remotes
  })
})
