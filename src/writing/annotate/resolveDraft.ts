import { Effect, Option, Result } from "effect"
import { nearPaths, normalizePath } from "../../pipeline/subject/paths.ts"
import type { Region } from "../../domain/Annotation.ts"
import { canonicalJson } from "../../domain/Json.ts"
import { escapeControls } from "../../domain/Text.ts"
import { Git } from "../../adapters/git/Git.ts"
import { ownerOfRegion } from "../../domain/RegionKey.ts"
import { placeRegion, type SourceFile } from "./anchors.ts"
import { type Change, sourcesAt } from "./Change.ts"
import { checkDependencies } from "./dependencies.ts"
import type { DraftAnnotation, DraftRegion, Numbered, RegionProblem } from "./DraftAnnotation.ts"

/** Regions as they can be written, and those that cannot. */
export interface Resolved {
  readonly regions: ReadonlyArray<Region>
  readonly problems: ReadonlyArray<RegionProblem>
  readonly warnings: ReadonlyArray<string>
}

/** The path of the commit that a text means, or why it means none that the commit changed. */
export const pathIn = (
  text: string,
  change: Change,
  workTree: Option.Option<string>
): Result.Result<string, string> => {
  const found = normalizePath(text, workTree)
  if (typeof found === "string") return Result.fail("Its path is not one of the repository.")
  const touched = change.files.find((file) => file.path === found.path)
  if (touched?.kind === "deleted") return Result.fail("The commit deletes it.")
  if (touched !== undefined) return Result.succeed(found.path)
  const renamed = change.files.find((file) => Option.contains(file.previousPath, found.path))
  if (renamed !== undefined) return Result.fail(`The commit renames it to ${escapeControls(renamed.path)}.`)
  const paths = change.files.flatMap((file) => (file.kind === "deleted" ? [] : [file.path]))
  const near = nearPaths(found.path, paths).map(escapeControls)
  return Result.fail(`The commit does not change it.${near.length === 0 ? "" : ` Did you mean ${near.join(", ")}?`}`)
}

const regionOf = (
  said: DraftRegion,
  place: Pick<Region, "file" | "ast_anchor" | "lines">,
  tags: ReadonlyArray<string>
) => {
  const { anchor: _, ...rest } = said
  const region: Region = { ...rest, ...place, tags: [...new Set([...said.tags, ...tags])] }
  return region
}

/** What a region is known by in a note. */
const keyOf = (region: Region): string => canonicalJson(ownerOfRegion(region))

/** The same place twice in one note is one region to whoever merges it. */
const once = (found: ReadonlyArray<readonly [Numbered, Region]>) => {
  const first = new Map<string, number>()
  const problems: Array<RegionProblem> = []
  const regions = found.flatMap(([{ number }, region]) => {
    const other = first.get(keyOf(region))
    if (other === undefined) {
      first.set(keyOf(region), number)
      return [region]
    }
    const problem = `It speaks of ${escapeControls(region.ast_anchor.name)}, as region ${other} does: make one of both.`
    problems.push({ number, file: region.file, problem })
    return []
  })
  return { regions, problems }
}

/**
 * Finds every region of a draft in its commit. What cannot be found is told for all regions at once, by their numbers.
 */
export const resolveDraft = Effect.fn("Authoring.resolveDraft")(function* (draft: DraftAnnotation, change: Change) {
  const { workTree } = yield* (yield* Git).repository
  const sourceOf = sourcesAt(change.commit.id)
  const problems: Array<RegionProblem> = [...draft.refused]
  const found: Array<readonly [Numbered, Region]> = []
  for (const numbered of draft.regions) {
    const { number, region } = numbered
    const path = pathIn(region.file, change, workTree)
    const source: Result.Result<SourceFile, string> = Result.isFailure(path)
      ? Result.fail(path.failure)
      : yield* sourceOf(path.success)
    const place = Result.flatMap(source, (file) => placeRegion(region, file))
    if (Result.isSuccess(path) && Result.isSuccess(place)) {
      found.push([numbered, regionOf(region, { file: path.success, ...place.success }, draft.tags)])
    } else if (Result.isFailure(place)) problems.push({ number, file: region.file, problem: place.failure })
  }
  const unique = once(found)
  const { regions, warnings } = yield* checkDependencies(change.commit.id, unique.regions, sourceOf)
  return {
    regions,
    problems: [...problems, ...unique.problems].toSorted((a, b) => a.number - b.number),
    warnings: [...draft.warnings, ...warnings]
  } satisfies Resolved
})

/** `Region 2 (src/pool.ts): …` */
export const told = ({ file, number, problem }: RegionProblem): string =>
  `Region ${number}${file === undefined ? "" : ` (${escapeControls(file)})`}: ${problem}`
