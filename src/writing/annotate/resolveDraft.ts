import { Effect, Option, Result } from "effect"
import { toAlternativesField } from "../../domain/Alternative.ts"
import { normalizePath } from "../../pipeline/subject/paths.ts"
import { nearPaths } from "../../domain/nearPaths.ts"
import type { Region } from "../../domain/Annotation.ts"
import { canonicalJson } from "../../domain/Json.ts"
import { escapeControls } from "../../domain/Text.ts"
import { Git } from "../../adapters/git/Git.ts"
import { ownerOfRegion } from "../../domain/RegionKey.ts"
import { placeRegion, type SourceFile } from "./anchors.ts"
import { intersect, size } from "../../domain/LineRange.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { type Change, linesAfter, makeSourceReader } from "./Change.ts"
import { checkDependencies } from "./dependencies.ts"
import type { DraftAnnotation, DraftRegion, NumberedRegion, RegionProblem } from "./DraftAnnotation.ts"

/** Resolved regions, and problems of the others. */
export interface ResolvedDraft {
  readonly regions: ReadonlyArray<Region>
  readonly problems: ReadonlyArray<RegionProblem>
  readonly warnings: ReadonlyArray<string>
}

const maxChanged = 3

/** Names the first files that a commit changes. */
const listChanged = (paths: ReadonlyArray<string>): string => {
  const shown = paths.slice(0, maxChanged).map(escapeControls).join(", ")
  const more = paths.length > maxChanged ? ` and ${paths.length - maxChanged} more` : ""
  return shown === "" ? "" : `, only ${shown}${more}`
}

/** Resolves a path among those that the commit changes. Fails with a sentence for the user. */
export const resolveChangedPath = (
  text: string,
  change: Change,
  workTree: Option.Option<string>
): Result.Result<string, string> => {
  const found = normalizePath(text, workTree)
  if (typeof found === "string") return Result.fail("Its path is not in the repository.")
  const touched = change.files.find((file) => file.path === found.path)
  if (touched?.kind === "deleted") return Result.fail("The commit deletes it.")
  if (touched !== undefined) return Result.succeed(found.path)
  const renamed = change.files.find((file) => Option.contains(file.previousPath, found.path))
  if (renamed !== undefined) return Result.fail(`The commit renames it to ${escapeControls(renamed.path)}.`)
  const paths = change.files.flatMap((file) => (file.kind === "deleted" ? [] : [file.path]))
  const near = nearPaths(found.path, paths).map(escapeControls)
  return Result.fail(
    near.length === 0
      ? `The commit does not change it${listChanged(paths)}.`
      : `The commit does not change it. Did you mean ${near.join(", ")}?`
  )
}

const regionOf = (
  draft: DraftRegion,
  place: Pick<Region, "file" | "ast_anchor" | "lines">,
  tags: ReadonlyArray<string>
) => {
  const { alternatives = [], anchor: _, ...rest } = draft
  const region: Region = {
    ...rest,
    ...place,
    tags: [...new Set([...draft.tags, ...tags])],
    ...toAlternativesField(alternatives)
  }
  return region
}

/** Formats `Region 2 (src/pool.ts): …`. */
export const formatProblem = ({ file, number, problem }: RegionProblem): string =>
  `Region ${number}${file === undefined ? "" : ` (${escapeControls(file)})`}: ${problem}`

/** Identifies a region when notes are merged. */
const keyOf = (region: Region): string => canonicalJson(ownerOfRegion(region))

/** Drops regions with the same place, which would be one region when notes are merged. */
const dropDuplicates = (found: ReadonlyArray<readonly [NumberedRegion, Region]>) => {
  const first = new Map<string, number>()
  const problems: Array<RegionProblem> = []
  const regions = found.flatMap(([{ number }, region]) => {
    const other = first.get(keyOf(region))
    if (other === undefined) {
      first.set(keyOf(region), number)
      return [region]
    }
    const problem = `It is about ${escapeControls(region.ast_anchor.name)}, like region ${other}: combine them.`
    problems.push({ number, file: region.file, problem })
    return []
  })
  return { regions, problems }
}

const isWritten = ({ files }: Change, { file, lines }: Region): boolean =>
  files
    .filter(({ path }) => path === file)
    .some(({ hunks }) => hunks.flatMap(linesAfter).some((range) => Option.isSome(intersect(range, lines))))

const maxWriters = 3

/** Names the commits that wrote lines, the one with the most lines first. */
const nameWriters = Effect.fnUntraced(function* (commit: ObjectId, { file, lines }: Region) {
  const hunks = yield* (yield* Git).blame({ commit, path: file, contents: Option.none(), lines: [lines] })
  const written = new Map<ObjectId, number>()
  for (const hunk of hunks) {
    const shared = Option.getOrElse(Option.map(intersect(hunk.lines, lines), size), () => 0)
    for (const writer of Option.toArray(hunk.commit)) written.set(writer, (written.get(writer) ?? 0) + shared)
  }
  const ids = [...written].toSorted(([, a], [, b]) => b - a).map(([id]) => id.slice(0, 10))
  const more = ids.length > maxWriters ? ` and ${ids.length - maxWriters} more` : ""
  return `${ids.slice(0, maxWriters).join(", ")}${more}`
})

/** Warns of a region that blame never leads to, because the commit wrote none of its lines. */
const warnOfUnwritten = Effect.fnUntraced(function* (
  change: Change,
  [{ number }, region]: readonly [NumberedRegion, Region]
) {
  if (isWritten(change, region)) return []
  const { name } = region.ast_anchor
  const writers = yield* Effect.orElseSucceed(nameWriters(change.commit.id, region), () => "see git blame")
  const problem = `The commit wrote no line of ${escapeControls(name)}: read of the whole file and history will give this, but read of ${escapeControls(name)} will not. To have it there, annotate the commit that wrote it: ${writers}.`
  return [formatProblem({ number, file: region.file, problem })]
})

/** Resolves all regions of a draft in its commit. Returns problems by the numbers of their regions. */
export const resolveDraft = Effect.fn("Authoring.resolveDraft")(function* (draft: DraftAnnotation, change: Change) {
  const { workTree } = yield* (yield* Git).repository
  const sourceOf = makeSourceReader(change.commit.id)
  const problems: Array<RegionProblem> = [...draft.refused]
  const found: Array<readonly [NumberedRegion, Region]> = []
  for (const numbered of draft.regions) {
    const { number, region } = numbered
    const path = resolveChangedPath(region.file, change, workTree)
    const source: Result.Result<SourceFile, string> = Result.isFailure(path)
      ? Result.fail(path.failure)
      : yield* sourceOf(path.success)
    const place = Result.flatMap(source, (file) => placeRegion(region, file))
    if (Result.isSuccess(path) && Result.isSuccess(place)) {
      found.push([numbered, regionOf(region, { file: path.success, ...place.success }, draft.tags)])
    } else if (Result.isFailure(place)) problems.push({ number, file: region.file, problem: place.failure })
  }
  const unwritten = yield* Effect.forEach(found, (each) => warnOfUnwritten(change, each))
  const unique = dropDuplicates(found)
  const { regions, warnings } = yield* checkDependencies(change.commit.id, unique.regions, sourceOf)
  return {
    regions,
    problems: [...problems, ...unique.problems].toSorted((a, b) => a.number - b.number),
    warnings: [...draft.warnings, ...unwritten.flat(), ...warnings]
  } satisfies ResolvedDraft
})
