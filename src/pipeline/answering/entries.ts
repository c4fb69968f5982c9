import { Option } from "effect"
import { matchNames } from "../../domain/AnchorName.ts"
import { type Annotation, type Flag, contextLevelOf, type Region } from "../../domain/Annotation.ts"
import type { LineRange } from "../../domain/LineRange.ts"
import type { Match, ProvenanceNote, ReadRegion } from "./answers.ts"
import type { Reached } from "./related.ts"
import { shown } from "./related.ts"
import type { score } from "./Question.ts"

/** `{ [key]: value }` unless the value is empty and nobody asked for empty fields. */
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

/** How the note came to hang on its commit, without what is empty. */
export const provenanceOf = (annotation: Annotation, verbose: boolean): ProvenanceNote => ({
  operation: annotation.provenance.operation,
  ...field("derived_from", annotation.provenance.derived_from, verbose),
  ...field("synthesis_notes", annotation.provenance.synthesis_notes, verbose)
})

/** The optional texts of a region, without what is empty. */
export const textsOf = (region: Region, verbose: boolean) => ({
  ...field("reasoning", region.reasoning, verbose),
  ...field("risk_notes", region.risk_notes, verbose)
})

/** What speaks against relying on a region: flags, and that its reason was given for several units at once. */
export const doubtsOf = ({
  flags,
  spread
}: Region): { readonly flags?: ReadonlyArray<Flag>; readonly spread?: boolean } => ({
  ...(flags === undefined || flags.length === 0 ? {} : { flags }),
  ...(spread === true ? { spread } : {})
})

/** Notes of older programs have units depend on themselves. */
const dependenciesOf = ({ ast_anchor, file, semantic_dependencies }: Region) =>
  semantic_dependencies.filter((each) => each.file !== file || matchNames(each.anchor, ast_anchor.name) !== "exact")

/** One entry of `regions` in the answer of `read`. */
export const readRegion = (input: {
  readonly annotation: Annotation
  readonly region: Region
  readonly match: Match
  readonly lines: Option.Option<LineRange>
  readonly related: ReadonlyArray<Reached>
  readonly score: ReturnType<typeof score>
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
    ...field("semantic_dependencies", dependenciesOf(region), verbose),
    ...field("related", input.related.map(shown), verbose),
    ...field("tags", region.tags, verbose),
    ...field("risk_notes", region.risk_notes, verbose),
    ...doubtsOf(region),
    context_level: contextLevelOf(annotation, region),
    provenance: provenanceOf(annotation, verbose),
    match: input.match,
    ...(input.match === "moved" ? { origin: { file: region.file, lines: region.lines } } : {}),
    ...input.score
  }
}
