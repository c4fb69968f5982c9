import { Option } from "effect"
import { matchNames } from "../../domain/AnchorName.ts"
import { type Annotation, type Flag, contextLevelOf, type Region } from "../../domain/Annotation.ts"
import type { LineRange } from "../../domain/LineRange.ts"
import type { Match, ProvenanceNote, ReadRegion } from "./answers.ts"
import type { Dependency, Freshness } from "./Freshness.ts"
import type { ReachedRegion } from "./related.ts"
import { formatRelated } from "./related.ts"
import type { scoreRegion } from "./Question.ts"

/** Returns `{ [key]: value }`, or `{}` for an empty value unless `verbose`. */
const field = <K extends string, V extends string | ReadonlyArray<unknown>>(
  key: K,
  value: V | undefined,
  verbose: boolean
): { readonly [P in K]?: V } => {
  if (value === undefined || (value.length === 0 && !verbose)) return {}
  const entry: { [P in K]?: V } = {}
  entry[key] = value
  return entry
}

/** Formats the provenance of a note, without empty fields unless `verbose`. */
export const describeProvenance = (annotation: Annotation, verbose: boolean): ProvenanceNote => ({
  operation: annotation.provenance.operation,
  ...field("derived_from", annotation.provenance.derived_from, verbose),
  ...field("synthesis_notes", annotation.provenance.synthesis_notes, verbose)
})

/** Returns the optional texts of a region, without empty ones unless `verbose`. */
export const optionalTexts = (region: Region, verbose: boolean) => ({
  ...field("reasoning", region.reasoning, verbose),
  ...field("risk_notes", region.risk_notes, verbose),
  ...field("alternatives", region.alternatives, verbose)
})

/** Returns the reasons to doubt a region: its flags, and whether its reason was given for several units at once. */
export const collectDoubts = ({
  flags,
  spread
}: Region): { readonly flags?: ReadonlyArray<Flag>; readonly spread?: boolean } => ({
  ...(flags === undefined || flags.length === 0 ? {} : { flags }),
  ...(spread === true ? { spread } : {})
})

/** Notes of older programs contain dependencies of a unit on itself. */
export const dependenciesOnOthers = ({ ast_anchor, file, semantic_dependencies }: Region) =>
  semantic_dependencies.filter((each) => each.file !== file || matchNames(each.anchor, ast_anchor.name) !== "exact")

/** Formats an entry of `regions` in the answer of `read`. */
export const formatReadRegion = (input: {
  readonly annotation: Annotation
  readonly region: Region
  readonly match: Match
  readonly lines: Option.Option<LineRange>
  readonly related: ReadonlyArray<ReachedRegion>
  readonly freshness: Option.Option<Freshness>
  readonly dependencies: ReadonlyArray<Dependency>
  readonly score: ReturnType<typeof scoreRegion>
  readonly verbose: boolean
}): ReadRegion => {
  const { annotation, region, verbose } = input
  return {
    file: region.file,
    anchor: region.ast_anchor,
    ...Option.match(input.lines, { onNone: () => ({}), onSome: (lines) => ({ lines }) }),
    commit: annotation.commit,
    timestamp: annotation.timestamp,
    ...field("summary", annotation.summary, verbose),
    intent: region.intent,
    ...field("reasoning", region.reasoning, verbose),
    constraints: region.constraints,
    ...field("semantic_dependencies", input.dependencies, verbose),
    ...field("related", input.related.map(formatRelated), verbose),
    ...field("tags", region.tags, verbose),
    ...field("risk_notes", region.risk_notes, verbose),
    ...field("alternatives", region.alternatives, verbose),
    ...collectDoubts(region),
    context_level: contextLevelOf(annotation, region),
    provenance: describeProvenance(annotation, verbose),
    match: input.match,
    ...(input.match === "moved" ? { origin: { file: region.file, lines: region.lines } } : {}),
    ...Option.match(input.freshness, { onNone: () => ({}), onSome: (freshness) => ({ freshness }) }),
    ...input.score
  }
}
