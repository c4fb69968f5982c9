import { Effect, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { GitWrites } from "../../adapters/git/GitWrites.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { mergePulls } from "../../notes/pulls/mergePulls.ts"
import { decodePulls, encodePulls, type ImportedPull, maxPullsBytes, pullsRef } from "../../notes/pulls/PullsNote.ts"
import type { NotesUpdate } from "../../notes/NotesUpdate.ts"
import { retryContended } from "../../notes/retryContended.ts"

/** The pull requests to add to the notes of commits. */
export type PullsByCommit = ReadonlyMap<ObjectId, ReadonlyArray<ImportedPull>>

/** Reads the notes of commits. One that does not decode counts as missing, and is replaced. */
const readCurrent = Effect.fnUntraced(function* (tip: Option.Option<ObjectId>, commits: ReadonlyArray<ObjectId>) {
  const git = yield* Git
  if (Option.isNone(tip)) return new Map<ObjectId, string>()
  const blobs = [...(yield* git.noteBlobs(tip.value, commits))]
  const contents = yield* git.objects(
    blobs.map(([, blob]) => blob),
    { maxBytes: maxPullsBytes }
  )
  return new Map(
    blobs.flatMap(([commit], index) => {
      const content = contents[index]
      return content?._tag === "Found" ? [[commit, Buffer.from(content.bytes).toString("utf8")]] : []
    })
  )
})

const attempt = Effect.fnUntraced(function* (pulls: PullsByCommit, message: string) {
  const writes = yield* GitWrites
  const tip = yield* (yield* Git).resolveRef(pullsRef)
  const current = yield* readCurrent(tip, [...pulls.keys()])
  const notes = [...pulls].flatMap(([commit, added]) => {
    const before = current.get(commit)
    const known = Option.getOrElse(decodePulls(before ?? ""), (): ReadonlyArray<ImportedPull> => [])
    const text = encodePulls(mergePulls(known, added))
    return text === before ? [] : [{ commit, content: Option.some(new TextEncoder().encode(text)) }]
  })
  const made = notes.length === 0 ? tip : yield* writes.writeNotes({ ref: pullsRef, tip, notes, message })
  return { ref: pullsRef, tip: made, written: notes.map(({ commit }) => commit) } satisfies NotesUpdate
})

/** Adds pull requests to the notes of their commits, in one notes commit. */
export const writePulls = Effect.fn("Imports.writePulls")((pulls: PullsByCommit, message: string) =>
  retryContended(attempt(pulls, message))
)
