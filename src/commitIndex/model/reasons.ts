import type { Annotation } from "../../domain/Annotation.ts"

/** What of a commit's annotation the index holds. */
export interface Reasons {
  /** One line: what the commit was for. */
  readonly intent: string
  /** Everything it says of why, for the search. */
  readonly why: string
}

/** Intent, reasoning, constraints and risks of all regions, and what they share. */
export const extractReasons = (annotation: Annotation): Reasons => {
  const regions = annotation.regions.flatMap((region) => [
    region.intent,
    region.reasoning ?? "",
    ...region.constraints.map(({ text }) => text),
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
