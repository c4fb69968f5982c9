import { Effect, Option, Result } from "effect"
import { makeNameResolver, normalizeName } from "../../domain/AnchorName.ts"
import { type LineRange, overlaps } from "../../domain/LineRange.ts"
import { escapeControls } from "../../domain/Text.ts"
import type { DiffHunk } from "../../adapters/git/FileDiff.ts"
import { linesNamed, type NamedPlace } from "../context/places.ts"
import { anchorOfUnit, placeRegion, type SourceFile, unknownName } from "./anchors.ts"
import type { Change } from "./Change.ts"
import type { ChangedPlace } from "./changedUnits.ts"
import { pathIn } from "./resolveDraft.ts"

type Found = Result.Result<ReadonlyArray<ChangedPlace>, string>

/** Whether a hunk put lines among some, or took lines away from among them. */
const touches = ({ after }: DiffHunk, lines: LineRange): boolean =>
  after.count === 0
    ? lines.start <= after.start && after.start < lines.end
    : overlaps(lines, { start: after.start, end: after.start + after.count - 1 })

/** Names that an error lists. */
const named = 3

const unchanged = (anchor: string, changed: ReadonlyArray<ChangedPlace>): string => {
  const names = changed.slice(0, named).map((place) => escapeControls(place.ast_anchor.name))
  const others = names.length === 0 ? "" : ` It changes ${names.join(", ")}${changed.length > named ? ", …" : ""}.`
  return `The commit does not change '${escapeControls(anchor)}'.${others}`
}

/** A unit by its name, the innermost changed ones first; in a language without a grammar what changed, by that name. */
const byName = (
  anchor: string,
  source: SourceFile,
  hunks: ReadonlyArray<DiffHunk>,
  changed: ReadonlyArray<ChangedPlace>
): Found => {
  const { language, partial, units } = source.outline
  if (units.length === 0 && (Option.isNone(language) || partial)) {
    return Result.succeed(changed.map((place) => ({ ...place, ast_anchor: { type: "unknown", name: anchor } })))
  }
  const meaning = makeNameResolver(units.map(({ name }) => name))(anchor)
  if (meaning === undefined) return Result.fail(unknownName(anchor, source))
  const isMeant = (name: string): boolean => meaning.names.has(normalizeName(name))
  const innermost = changed.filter(({ ast_anchor: { name } }) => isMeant(name))
  if (innermost.length > 0) return Result.succeed(innermost)
  const around = units.filter(({ lines, name }) => isMeant(name) && hunks.some((hunk) => touches(hunk, lines)))
  if (around.length === 0) return Result.fail(unchanged(anchor, changed))
  const place = { file: source.path, changed: 0 }
  return Result.succeed(around.map((unit) => ({ ...place, ast_anchor: anchorOfUnit(unit), lines: unit.lines })))
}

const byLines = (lines: LineRange, source: SourceFile, hunks: ReadonlyArray<DiffHunk>): Found =>
  Result.flatMap(placeRegion({ lines }, source), (place): Found =>
    hunks.some((hunk) => touches(hunk, lines))
      ? Result.succeed([{ ...place, file: source.path, changed: 0 }])
      : Result.fail("The commit does not change these lines.")
  )

/** What in a changed file a place names, or the sentence that says why it names nothing there. */
export const placesIn = (
  place: NamedPlace,
  source: SourceFile,
  hunks: ReadonlyArray<DiffHunk>,
  changed: ReadonlyArray<ChangedPlace>
): Found => {
  const { anchor } = place
  if (changed.length === 0) return Result.fail("The commit changes none of its lines.")
  if (anchor === undefined) return Result.succeed(changed)
  return Option.match(linesNamed(place), {
    onNone: () => byName(anchor, source, hunks, changed),
    onSome: (lines) => byLines(lines, source, hunks)
  })
}

/**
 * The places of a commit that an author names, several where a name has several or a file is named; or the sentence that
 * says why the commit has no such place. `changedIn`: what the commit changes in a file.
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
  const path = pathIn(place.file, change, workTree)
  if (Result.isFailure(path)) return Result.fail(path.failure) satisfies Found
  const hunks = change.files.find((file) => file.path === path.success)?.hunks ?? []
  return Result.flatMap(yield* changedIn(path.success), ({ places, source }) => placesIn(place, source, hunks, places))
})
