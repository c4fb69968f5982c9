import { formatAlternative } from "../../domain/Alternative.ts"
import type { Annotation } from "../../domain/Annotation.ts"

/** The text of a commit's annotation that the index stores. */
export interface Reasons {
  /** Purpose of the commit, one line. */
  readonly intent: string
  /** All reasons as searchable text, one per line. */
  readonly why: string
}

/** Extracts summary, task, all texts of regions, their tags, and cross-cutting concerns. */
export const extractReasons = (annotation: Annotation): Reasons => {
  const regions = annotation.regions.flatMap((region) => [
    region.intent,
    region.reasoning ?? "",
    ...region.constraints.map(({ text }) => text),
    ...(region.alternatives ?? []).map(formatAlternative),
    region.risk_notes ?? "",
    ...region.tags
  ])
  const shared = annotation.cross_cutting.map(({ description }) => description)
  const texts = [annotation.summary, annotation.task ?? "", ...regions, ...shared].filter((text) => text !== "")
  return {
    intent: annotation.summary === "" ? (annotation.regions[0]?.intent ?? "") : annotation.summary,
    why: [...new Set(texts)].join("\n")
  }
}
