import { Effect, Option, Result } from "effect"
import { makeNameResolver, normalizeName } from "../../domain/AnchorName.ts"
import { type LineRange, overlaps } from "../../domain/LineRange.ts"
import { escapeControls } from "../../domain/Text.ts"
import type { DiffHunk } from "../../adapters/git/FileDiff.ts"
import { parsePlaceLines, type NamedPlace } from "../context/places.ts"
import { anchorOfUnit, placeRegion, type SourceFile, describeUnknownName } from "./anchors.ts"
import type { Change } from "./Change.ts"
import type { ChangedPlace } from "./changedUnits.ts"
import { resolveChangedPath } from "./resolveDraft.ts"

type PlacesResult = Result.Result<ReadonlyArray<ChangedPlace>, string>

/** Whether a hunk adds lines to a range, or removes lines inside it. */
const touches = ({ after }: DiffHunk, lines: LineRange): boolean =>
  after.count === 0
    ? lines.start <= after.start && after.start < lines.end
    : overlaps(lines, { start: after.start, end: after.start + after.count - 1 })

/** Maximum number of names in an error. */
const maxNames = 3

const describeUnchanged = (anchor: string, changed: ReadonlyArray<ChangedPlace>): string => {
  const names = changed.slice(0, maxNames).map((place) => escapeControls(place.ast_anchor.name))
  const others = names.length === 0 ? "" : ` It changes ${names.join(", ")}${changed.length > maxNames ? ", …" : ""}.`
  return `The commit does not change '${escapeControls(anchor)}'.${others}`
}

/** Resolves a name to changed units, the innermost ones if possible. Without an outline, takes all changed lines. */
const byName = (
  anchor: string,
  source: SourceFile,
  hunks: ReadonlyArray<DiffHunk>,
  changed: ReadonlyArray<ChangedPlace>
): PlacesResult => {
  const { language, partial, units } = source.outline
  if (units.length === 0 && (Option.isNone(language) || partial)) {
    return Result.succeed(changed.map((place) => ({ ...place, ast_anchor: { type: "unknown", name: anchor } })))
  }
  const meaning = makeNameResolver(units.map(({ name }) => name))(anchor)
  if (meaning === undefined) return Result.fail(describeUnknownName(anchor, source))
  const isMeant = (name: string): boolean => meaning.names.has(normalizeName(name))
  const innermost = changed.filter(({ ast_anchor: { name } }) => isMeant(name))
  if (innermost.length > 0) return Result.succeed(innermost)
  const around = units.filter(({ lines, name }) => isMeant(name) && hunks.some((hunk) => touches(hunk, lines)))
  if (around.length === 0) return Result.fail(describeUnchanged(anchor, changed))
  const place = { file: source.path, changed: 0 }
  return Result.succeed(around.map((unit) => ({ ...place, ast_anchor: anchorOfUnit(unit), lines: unit.lines })))
}

const byLines = (lines: LineRange, source: SourceFile, hunks: ReadonlyArray<DiffHunk>): PlacesResult =>
  Result.flatMap(placeRegion({ lines }, source), (place): PlacesResult =>
    hunks.some((hunk) => touches(hunk, lines))
      ? Result.succeed([{ ...place, file: source.path, changed: 0 }])
      : Result.fail("The commit does not change these lines.")
  )

/** Resolves a place in a changed file. Fails with a sentence for the user. */
export const placesIn = (
  place: NamedPlace,
  source: SourceFile,
  hunks: ReadonlyArray<DiffHunk>,
  changed: ReadonlyArray<ChangedPlace>
): PlacesResult => {
  const { anchor } = place
  if (changed.length === 0) return Result.fail("The commit changes none of its lines.")
  if (anchor === undefined) return Result.succeed(changed)
  return Option.match(parsePlaceLines(place), {
    onNone: () => byName(anchor, source, hunks, changed),
    onSome: (lines) => byLines(lines, source, hunks)
  })
}

/**
 * Resolves a place to changed places of a commit: several for an ambiguous name or a whole file. Fails with a sentence for
 * the user. `changedIn` returns the changed places of a file.
 */
export const namedPlaces = Effect.fnUntraced(function* <E, R>(
  place: NamedPlace,
  change: Change,
  changedIn: (path: string) => Effect.Effect<
    Result.Result<
      {
        readonly source: SourceFile
        readonly places: ReadonlyArray<ChangedPlace>
      },
      string
    >,
    E,
    R
  >,
  workTree: Option.Option<string>
) {
  const path = resolveChangedPath(place.file, change, workTree)
  if (Result.isFailure(path)) return Result.fail(path.failure) satisfies PlacesResult
  const hunks = change.files.find((file) => file.path === path.success)?.hunks ?? []
  return Result.flatMap(yield* changedIn(path.success), ({ places, source }) => placesIn(place, source, hunks, places))
})
