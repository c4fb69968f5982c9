import { Effect, Option } from "effect"
import { makeNameMatcher, resolveName } from "../../domain/AnchorName.ts"
import { escapeControls } from "../../domain/Text.ts"
import type { Outline } from "../../adapters/parser/Outline.ts"
import type { NotesIndex } from "../../notes/lookup/NotesIndex.ts"
import { anchorNotFound, outlineOf, resolveAnchor } from "./Scope.ts"
import type { Subject } from "./Subject.ts"
import { isSettled, unparsed } from "./unparsed.ts"

/** Names a question is about; none means the whole file. */
export interface Names {
  readonly names: ReadonlyArray<string>
  /** Whether a name that a note has speaks of them, or of the file when there are none. */
  readonly speaks: (noted: string) => boolean
  readonly ambiguous: boolean
  readonly warnings: ReadonlyArray<string>
  /** Whether the same content will have the same units the next time. */
  readonly settled: boolean
}

/** An anchor asked about in a file, with the notes that may know it. */
interface NamesQuery {
  readonly anchor: string | undefined
  readonly subject: Subject
  readonly snapshot: { readonly index: NotesIndex }
}

const deleted = (anchor: string, path: string): string =>
  `Anchor '${escapeControls(anchor)}' is no longer in ${escapeControls(path)}; answering from notes.`

/** Names that notes use for places in a file, present or past. */
export const namesNoted = (index: NotesIndex, paths: Iterable<string>): ReadonlyArray<string> => [
  ...new Set(
    [...paths].flatMap((path) => [
      ...index.regionsOf(path).map((ref) => ref.anchor),
      ...index.dependenciesOn(path).map((ref) => ref.anchor),
      ...index.concernsAbout(path).map((ref) => ref.anchor)
    ])
  )
]

const namesOf = (
  names: ReadonlyArray<string>,
  outline: Outline,
  { ambiguous, warnings }: { readonly ambiguous: boolean; readonly warnings: ReadonlyArray<string> }
): Names => {
  const distinct = [...new Set(names)]
  const speaks = makeNameMatcher(
    distinct,
    outline.units.map((unit) => unit.name)
  )
  const isMeant = (noted: string): boolean => distinct.length === 0 || speaks(noted) !== undefined
  return { names: distinct, speaks: isMeant, ambiguous, warnings, settled: isSettled(outline) }
}

/**
 * The names an anchor means: of units in the file now, else of what only notes know (spec annotations §2).
 * `paths` are those under which notes may speak of the file.
 */
export const resolveNames = Effect.fnUntraced(function* <E, R>(
  { anchor, snapshot, subject }: NamesQuery,
  paths: Effect.Effect<Iterable<string>, E, R>
) {
  const outline = yield* outlineOf(subject)
  const limits = unparsed(subject.path, outline)
  if (anchor === undefined) return namesOf([], outline, { ambiguous: false, warnings: [] })
  const found = resolveAnchor(anchor, outline, subject.path)
  const units = found.units.map((unit) => unit.name)
  if (units.length > 0 && found.match !== "fuzzy") return namesOf(units, outline, found)
  const noted = namesNoted(snapshot.index, yield* paths)
  const known = resolveName(anchor, noted)
  if (known !== undefined && (known.match !== "fuzzy" || units.length === 0)) {
    const names = known.indexes.flatMap((index) => noted[index] ?? [])
    const isUnparsed =
      (Option.isNone(outline.language) || outline.failure !== undefined) && Option.isSome(subject.content)
    const warnings = isUnparsed ? limits : [deleted(anchor, subject.path)]
    return namesOf(names, outline, { ambiguous: names.length > 1, warnings })
  }
  const notFoundWarnings = found.warnings.length === 0 ? [anchorNotFound(anchor, subject.path)] : found.warnings
  return namesOf(units, outline, { ambiguous: found.ambiguous, warnings: [...limits, ...notFoundWarnings] })
})
