import { Effect } from "effect"
import type { SemanticDependency } from "../../domain/Annotation.ts"
import type { CommitContext, PlacedRationale } from "../../writing/context/CommitContext.ts"
import { toRootPath } from "./paths.ts"

const fromRoot = <A extends { readonly file: string }>(place: A) =>
  Effect.map(toRootPath(place.file), (file): A => ({ ...place, file }))

const allFromRoot = (dependencies: ReadonlyArray<SemanticDependency>) => Effect.forEach(dependencies, fromRoot)

const placedFromRoot = Effect.fnUntraced(function* ({ at: [first, ...others], ...rationale }: PlacedRationale) {
  return {
    ...rationale,
    at: [yield* fromRoot(first), ...(yield* Effect.forEach(others, fromRoot))],
    dependencies: yield* allFromRoot(rationale.dependencies)
  } satisfies PlacedRationale
})

/** Converts the files of a context from the command line, of `--at` and `--depends`, to paths from the root. */
export const toRootContext = Effect.fn("Cli.toRootContext")(function* (context: CommitContext) {
  const dependencies = yield* allFromRoot(context.dependencies)
  if (context.placed === undefined) return { ...context, dependencies } satisfies CommitContext
  return {
    ...context,
    dependencies,
    placed: yield* Effect.forEach(context.placed, placedFromRoot)
  } satisfies CommitContext
})
