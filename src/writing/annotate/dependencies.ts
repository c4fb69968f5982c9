import { Effect, Option, Result } from "effect"
import { nearPaths, normalizePath } from "../../pipeline/subject/paths.ts"
import { makeNameResolver, normalizeName } from "../../domain/AnchorName.ts"
import type { Region, SemanticDependency } from "../../domain/Annotation.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { escapeControls } from "../../domain/Text.ts"
import { Git } from "../../adapters/git/Git.ts"
import { nearNames, type SourceFile } from "./anchors.ts"

/** Reads a file of the commit, each once. */
export type SourceOf<E, R> = (path: string) => Effect.Effect<Result.Result<SourceFile, string>, E, R>

/** A dependency with its path as regions have it, and what is to be said of it. */
interface Checked {
  readonly dependency: SemanticDependency
  /** Why what it names is not there; none where it is. */
  readonly problem: Option.Option<string>
  /** The unit (normalized name) that it names, where it names one alone. */
  readonly unit: string
}

const guess = (names: ReadonlyArray<string>): string =>
  names.length === 0 ? "" : ` Did you mean ${names.map(escapeControls).join(", ")}?`

const missingFile = Effect.fnUntraced(function* (commit: ObjectId, { anchor, file }: SemanticDependency) {
  const git = yield* Git
  const files = yield* git.files(commit, "")
  const near = nearPaths(
    file,
    files.map(({ path }) => path)
  )
  return `The dependency on ${escapeControls(`${file}:${anchor}`)}: the file is not in the commit.${guess(near)}`
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
    return { dependency, unit, problem: Option.some(yield* missingFile(commit, dependency)) } satisfies Checked
  }
  const source = yield* sourceOf(file)
  if (Result.isFailure(source) || source.success.outline.units.length === 0 || source.success.outline.partial) {
    return { dependency, unit, problem: Option.none() } satisfies Checked
  }
  const { units } = source.success.outline
  const meaning = makeNameResolver(units.map(({ name }) => name))(given.anchor)
  if (meaning === undefined) {
    const place = escapeControls(`${file}:${given.anchor}`)
    const problem = `The dependency on ${place}: there is no such name in the file at this commit.`
    return { dependency, unit, problem: Option.some(`${problem}${guess(nearNames(given.anchor, units))}`) }
  }
  const [only = unit, ...others] = meaning.names
  return { dependency, unit: others.length === 0 ? only : unit, problem: Option.none() } satisfies Checked
})

const keyOf = ({ anchor, file, nature }: SemanticDependency): string => JSON.stringify([file, anchor, nature])

/**
 * Regions with the paths of their dependencies as regions have them, none depending on itself, and a warning for each
 * dependency on what is not in the commit, or that no region keeps.
 */
export const checkDependencies = Effect.fnUntraced(function* <E, R>(
  commit: ObjectId,
  regions: ReadonlyArray<Region>,
  sourceOf: SourceOf<E, R>
) {
  const { workTree } = yield* (yield* Git).repository
  const given = new Map(regions.flatMap((region) => region.semantic_dependencies).map((each) => [keyOf(each), each]))
  const checked = new Map<string, Checked>()
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
          `The dependency on ${escapeControls(`${dependency.file}:${dependency.anchor}`)} was left out: nothing depends on itself.`
        ]
  )
  return { regions: clean, warnings }
})
