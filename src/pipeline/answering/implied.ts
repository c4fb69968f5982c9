import { Struct } from "effect"
import type { HistoryAnswer, ProvenanceNote, ReadAnswer, ReadRegion } from "./answers.ts"

const isInitial = ({ derived_from = [], operation, synthesis_notes = "" }: ProvenanceNote): boolean =>
  operation === "initial" && derived_from.length === 0 && synthesis_notes === ""

const omitInitialProvenance = <E extends { readonly provenance?: ProvenanceNote }>(entry: E) =>
  entry.provenance !== undefined && isInitial(entry.provenance) ? Struct.omit(entry, ["provenance"]) : entry

const omitFromRegion = (region: ReadRegion): ReadRegion =>
  omitInitialProvenance(
    Struct.omit(region, region.summary === region.intent ? ["confidence_factors", "summary"] : ["confidence_factors"])
  )

/**
 * Omits from regions what other fields imply (spec annotations §5): a summary equal to the intent, the provenance of an
 * original note, and the factors of the confidence.
 */
export const omitImpliedFromRead = (answer: ReadAnswer): ReadAnswer => ({
  ...answer,
  regions: answer.regions.map(omitFromRegion)
})

/** Omits the provenance of original notes from a timeline. */
export const omitImpliedFromHistory = (answer: HistoryAnswer): HistoryAnswer => ({
  ...answer,
  timeline: answer.timeline.map((entry) => omitInitialProvenance(entry))
})
