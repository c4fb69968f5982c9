import { Effect, Option } from "effect"
import { makeNameMatcher, resolveName, selectResolved } from "../../domain/AnchorName.ts"
import { escapeControls } from "../../domain/Text.ts"
import type { Outline } from "../../adapters/parser/Outline.ts"
import type { NotesIndex } from "../../notes/lookup/NotesIndex.ts"
import { outlineOf, resolveAnchor, warnOfMissingAnchor } from "./Scope.ts"
import type { Subject } from "./Subject.ts"
import { isReproducible, explainUnparsed } from "./parseLimits.ts"

/** The names that a question is about; none for the whole file. */
export interface Names {
  readonly names: ReadonlyArray<string>
  /** Whether a name in a note matches one of them. True for every name where there are none. */
  readonly matches: (notedName: string) => boolean
  readonly ambiguous: boolean
  readonly warnings: ReadonlyArray<string>
  /** Whether the outline depends only on the content. */
  readonly isReproducible: boolean
}

/** An anchor to resolve in a file, with the index of notes that may have it. */
interface NamesQuery {
  readonly anchor: string | undefined
  readonly subject: Subject
  readonly snapshot: { readonly index: NotesIndex }
}

const deletedWarning = (anchor: string, path: string): string =>
  `Anchor '${escapeControls(anchor)}' is no longer in ${escapeControls(path)}; answering from notes.`

/** Returns all names that notes have for code at these paths. */
export const notedNames = (index: NotesIndex, paths: Iterable<string>): ReadonlyArray<string> => [
  ...new Set(
    [...paths].flatMap((path) => [
      ...index.regionsOf(path).map((ref) => ref.anchor),
      ...index.dependenciesOn(path).map((ref) => ref.anchor),
      ...index.concernsAbout(path).map((ref) => ref.anchor)
    ])
  )
]

const makeNames = (
  names: ReadonlyArray<string>,
  outline: Outline,
  { ambiguous, warnings }: { readonly ambiguous: boolean; readonly warnings: ReadonlyArray<string> }
): Names => {
  const distinct = [...new Set(names)]
  const matchName = makeNameMatcher(
    distinct,
    outline.units.map((unit) => unit.name)
  )
  const matches = (noted: string): boolean => distinct.length === 0 || matchName(noted) !== undefined
  return { names: distinct, matches, ambiguous, warnings, isReproducible: isReproducible(outline) }
}

/**
 * Resolves an anchor to names of units in the file, or else to names that only notes have (spec annotations §2). `paths`:
 * the paths under which notes may have the file.
 */
export const resolveNames = Effect.fnUntraced(function* <E, R>(
  { anchor, snapshot, subject }: NamesQuery,
  paths: Effect.Effect<Iterable<string>, E, R>
) {
  const outline = yield* outlineOf(subject)
  const limits = explainUnparsed(subject.path, outline)
  if (anchor === undefined) return makeNames([], outline, { ambiguous: false, warnings: [] })
  const found = resolveAnchor(anchor, outline, subject.path)
  const units = found.units.map((unit) => unit.name)
  if (units.length > 0 && found.match !== "fuzzy") return makeNames(units, outline, found)
  const noted = notedNames(snapshot.index, yield* paths)
  const known = resolveName(anchor, noted)
  if (known !== undefined && (known.match !== "fuzzy" || units.length === 0)) {
    const names = selectResolved(noted, known)
    const isUnparsed =
      (Option.isNone(outline.language) || outline.failure !== undefined) && Option.isSome(subject.content)
    const warnings = isUnparsed ? limits : [deletedWarning(anchor, subject.path)]
    return makeNames(names, outline, { ambiguous: names.length > 1, warnings })
  }
  const warnings =
    units.length === 0
      ? warnOfMissingAnchor(anchor, outline, {
          path: subject.path,
          notedNames: noted,
          isGone: Option.isNone(subject.content)
        })
      : found.warnings
  return makeNames(units, outline, { ambiguous: found.ambiguous, warnings: [...limits, ...warnings] })
})
