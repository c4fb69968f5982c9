import { Effect, Option, Result } from "effect"
import { normalizePath } from "../../pipeline/subject/paths.ts"
import { nearPaths } from "../../domain/nearPaths.ts"
import { makeNameResolver, normalizeName } from "../../domain/AnchorName.ts"
import type { Region, SemanticDependency } from "../../domain/Annotation.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { escapeControls } from "../../domain/Text.ts"
import { Git } from "../../adapters/git/Git.ts"
import { suggestNames, type SourceFile } from "./anchors.ts"

/** Reads a file of the commit. */
type SourceOf<E, R> = (path: string) => Effect.Effect<Result.Result<SourceFile, string>, E, R>

/** A dependency with a normalized path. */
interface CheckedDependency {
  readonly dependency: SemanticDependency
  /** Why its target does not exist; none if it does. */
  readonly problem: Option.Option<string>
  /** Normalized name of its unit if that is unambiguous, or else of its anchor. */
  readonly unit: string
}

const formatSuggestion = (names: ReadonlyArray<string>): string =>
  names.length === 0 ? "" : ` Did you mean ${names.map(escapeControls).join(", ")}?`

const missingFile = Effect.fnUntraced(function* (commit: ObjectId, { anchor, file }: SemanticDependency) {
  const git = yield* Git
  const files = yield* git.files(commit, "")
  const near = nearPaths(
    file,
    files.map(({ path }) => path)
  )
  return `The dependency on ${escapeControls(`${file}:${anchor}`)}: the file is not in the commit.${formatSuggestion(near)}`
})

const check = Effect.fnUntraced(function* <E, R>(
  commit: ObjectId,
  given: SemanticDependency,
  sourceOf: SourceOf<E, R>,
  workTree: Option.Option<string>
) {
  const git = yield* Git
  const found = normalizePath(given.file, workTree)
  const file = typeof found === "string" || found.path === "" ? given.file : found.path
  const dependency = { ...given, file }
  const unit = normalizeName(given.anchor)
  const entry = Option.flatten(yield* Effect.option(git.entry(commit, file)))
  if (Option.isNone(entry)) {
    return {
      dependency,
      unit,
      problem: Option.some(yield* missingFile(commit, dependency))
    } satisfies CheckedDependency
  }
  const source = yield* sourceOf(file)
  if (Result.isFailure(source) || source.success.outline.units.length === 0 || source.success.outline.partial) {
    return { dependency, unit, problem: Option.none() } satisfies CheckedDependency
  }
  const { units } = source.success.outline
  const meaning = makeNameResolver(units.map(({ name }) => name))(given.anchor)
  if (meaning === undefined) {
    const place = escapeControls(`${file}:${given.anchor}`)
    const problem = `The dependency on ${place}: there is no such name in the file at this commit.`
    return {
      dependency,
      unit,
      problem: Option.some(`${problem}${formatSuggestion(suggestNames(given.anchor, units))}`)
    }
  }
  const [only = unit, ...others] = meaning.names
  return { dependency, unit: others.length === 0 ? only : unit, problem: Option.none() } satisfies CheckedDependency
})

const keyOf = ({ anchor, file, nature }: SemanticDependency): string => JSON.stringify([file, anchor, nature])

/**
 * Normalizes the paths of dependencies, and removes dependencies of regions on themselves. Warns of each dependency whose
 * target does not exist in the commit, and of each that no region keeps.
 */
export const checkDependencies = Effect.fnUntraced(function* <E, R>(
  commit: ObjectId,
  regions: ReadonlyArray<Region>,
  sourceOf: SourceOf<E, R>
) {
  const { workTree } = yield* (yield* Git).repository
  const given = new Map(regions.flatMap((region) => region.semantic_dependencies).map((each) => [keyOf(each), each]))
  const checked = new Map<string, CheckedDependency>()
  for (const [key, each] of given) checked.set(key, yield* check(commit, each, sourceOf, workTree))
  const kept = new Set<string>()
  const clean = regions.map((region) => {
    const own = normalizeName(region.ast_anchor.name)
    const semantic_dependencies = region.semantic_dependencies.flatMap((each) => {
      const found = checked.get(keyOf(each))
      if (found === undefined || (found.dependency.file === region.file && found.unit === own)) return []
      kept.add(keyOf(each))
      return [found.dependency]
    })
    return { ...region, semantic_dependencies }
  })
  const warnings = [...checked].flatMap(([key, { dependency, problem }]) =>
    kept.has(key)
      ? Option.toArray(problem)
      : [
          `The dependency on ${escapeControls(`${dependency.file}:${dependency.anchor}`)} was removed: a region cannot depend on itself.`
        ]
  )
  return { regions: clean, warnings }
})
