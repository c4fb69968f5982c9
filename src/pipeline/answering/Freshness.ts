import { Schema } from "effect"
import { SemanticDependency } from "../../domain/Annotation.ts"

/**
 * What became of the code of a region since its note. `lines`: its lines then or now, whichever is more; `changed_lines`: how many
 * of them were changed or removed, or how many were added, whichever is more; `commits`: the commits that wrote the lines
 * in their place. Blank lines and lines that only open or close a block do not count.
 */
export const Freshness = Schema.Struct({
  state: Schema.Literals(["edited", "moved", "gone"]),
  changed_lines: Schema.optionalKey(Schema.Natural),
  lines: Schema.optionalKey(Schema.Natural),
  commits: Schema.optionalKey(Schema.Natural)
})
export type Freshness = typeof Freshness.Type

/**
 * What became of the code that a region relies on, since its note: other lines, or no longer in its file or what that was
 * renamed to. `commits`: those that wrote lines of it since, where it is in the queried file.
 */
export const TargetChange = Schema.Struct({
  state: Schema.Literals(["changed", "gone"]),
  commits: Schema.optionalKey(Schema.Natural)
})
export type TargetChange = typeof TargetChange.Type

/** What a region assumes about other code. `target`: absent where that is as it was in the annotated commit. */
export const Dependency = Schema.Struct({
  ...SemanticDependency.fields,
  target: Schema.optionalKey(TargetChange)
})
export type Dependency = typeof Dependency.Type
