import { Effect, Result } from "effect"
import type { Region } from "../../domain/Annotation.ts"
import { matchNames } from "../../domain/AnchorName.ts"
import type { ImpactNote } from "../../codeIndex/model/graphAnswers.ts"
import { Notes } from "../../notes/Notes.ts"

/** Notes in an answer. */
const maxNotes = 10

/** A definition by its file and qualified name. */
interface Definition {
  readonly path: string
  readonly name: string
}

const toNote = (region: Region, commit: string): ReadonlyArray<ImpactNote> => {
  const constraints = region.constraints.map(({ text }) => text)
  const risk = region.risk_notes
  if ((region.flags ?? []).length > 0 || (constraints.length === 0 && risk === undefined)) return []
  return [
    {
      file: region.file,
      anchor: region.ast_anchor.name,
      ...(constraints.length === 0 ? {} : { constraints }),
      ...(risk === undefined ? {} : { risk }),
      commit
    }
  ]
}

/** Finds the constraints and risks noted about definitions, the nearest definition's first and its newest note only. */
export const findImpactNotes = Effect.fn("CodeGraph.impactNotes")(function* (affected: ReadonlyArray<Definition>) {
  const notes = yield* Notes
  const snapshot = yield* notes.snapshot
  const refs = affected.flatMap(({ name, path }) =>
    snapshot.index
      .regionsOf(path)
      .filter(({ anchor }) => anchor !== "" && matchNames(anchor, name) !== undefined)
      .slice(-1)
  )
  if (refs.length === 0) return []
  const read = yield* notes.read(
    snapshot,
    refs.map(({ commit }) => commit)
  )
  const found = refs.flatMap(({ commit, region }) => {
    const note = read.get(commit)
    const noted = note === undefined || Result.isFailure(note) ? undefined : note.success.annotation.regions[region]
    return noted === undefined ? [] : toNote(noted, commit)
  })
  return [...new Map(found.map((note) => [`${note.commit} ${note.file} ${note.anchor}`, note])).values()].slice(
    0,
    maxNotes
  )
})
