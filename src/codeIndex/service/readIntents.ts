import { Effect, Result } from "effect"
import { Notes } from "../../notes/Notes.ts"
import { shorten } from "./shorten.ts"

/** Notes that are read for a file. */
const maxNotes = 10

/**
 * Reads the newest intent that annotations state for each of these files, in one line; files without one are absent.
 * Regions that were flagged do not count.
 */
export const readIntents = Effect.fn("CodeIndex.intents")(function* (paths: ReadonlyArray<string>) {
  const notes = yield* Notes
  const snapshot = yield* notes.snapshot
  const refs = new Map(paths.map((path) => [path, snapshot.index.regionsOf(path).slice(-maxNotes)]))
  const commits = [...refs.values()].flatMap((regions) => regions.map(({ commit }) => commit))
  if (commits.length === 0) return new Map<string, string>()
  const read = yield* notes.read(snapshot, commits)
  return new Map(
    [...refs].flatMap(([path, regions]) => {
      const stated = regions.flatMap(({ commit, region }) => {
        const note = read.get(commit)
        if (note === undefined || Result.isFailure(note)) return []
        const { regions: annotated, timestamp } = note.success.annotation
        const found = annotated[region]
        return found === undefined || (found.flags ?? []).length > 0 ? [] : [{ timestamp, intent: found.intent }]
      })
      const [newest] = stated.toSorted((a, b) => (a.timestamp < b.timestamp ? 1 : -1))
      return newest === undefined ? [] : [[path, shorten(newest.intent)] as const]
    })
  )
})
