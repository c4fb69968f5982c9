import type { Annotation, Region } from "../../../src/domain/Annotation.ts"
import type { ProvenanceNote, Related } from "../../../src/pipeline/answering/answers.ts"
import type { Facts } from "./facts.ts"
import { find } from "./names.ts"

/** Picks the optional texts of a region; empty ones are absent. */
export const textsOf = (region: Region) => ({
  ...(region.reasoning ? { reasoning: region.reasoning } : {}),
  ...(region.risk_notes ? { risk_notes: region.risk_notes } : {})
})

export const provenanceOf = ({ provenance }: Annotation): ProvenanceNote => ({
  operation: provenance.operation,
  ...(provenance.derived_from.length > 0 ? { derived_from: provenance.derived_from } : {}),
  ...(provenance.synthesis_notes ? { synthesis_notes: provenance.synthesis_notes } : {})
})

/** A region reached through a related annotation. */
export interface Reached extends Related {
  readonly position: number
}

/** Lists the regions one hop away from a region, each commit and anchor once. */
export const relatedOf = (facts: Facts, commit: string, region: Region): ReadonlyArray<Reached> => {
  const seen = new Set([`${commit} ${region.ast_anchor.name}`])
  return region.related_annotations.flatMap((pointer) => {
    const targets = [...facts.notes.keys()].filter((id) => id.startsWith(pointer.commit))
    const target = targets.length === 1 ? (targets[0] ?? "") : ""
    const regions = facts.notes.get(target)?.regions ?? []
    const meant = find(
      pointer.anchor,
      regions.map(({ ast_anchor }) => ast_anchor.name)
    )
    if (meant === undefined || meant.kind === "fuzzy") return []
    return regions.flatMap(({ ast_anchor, intent }, position) => {
      const key = `${target} ${ast_anchor.name}`
      if (!meant.names.includes(ast_anchor.name) || seen.has(key)) return []
      seen.add(key)
      return [{ commit: target, anchor: ast_anchor.name, relationship: pointer.relationship, intent, position }]
    })
  })
}

export const shownRelated = ({ anchor, commit, intent, relationship }: Reached): Related => ({
  commit,
  anchor,
  relationship,
  intent
})

/** The compared part of an answer, without the wording of warnings. */
export type Expected<A> = Omit<A, "warnings" | "trimmed"> & { readonly warned: ReadonlyArray<string> }

/** A typed failure instead of an answer. */
export interface Failed {
  readonly failure: string
}
