import type { Alternative } from "../../domain/Alternative.ts"
import { toAlternativesField } from "../../domain/Alternative.ts"
import type { Annotation, Region } from "../../domain/Annotation.ts"
import { canonicalJson } from "../../domain/Json.ts"
import { compareRegions, ownerOfRegion } from "../../domain/RegionKey.ts"
import type { DraftContent, DraftSession, QuotedPlace } from "./Draft.ts"
import type { Quote } from "./Quote.ts"

const unique = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(texts)]

const textsOf = (quotes: ReadonlyArray<Quote>, kind: Quote["kind"]): ReadonlyArray<string> =>
  unique(quotes.filter((quote) => quote.kind === kind).map(({ text }) => text))

const speakers: Record<Quote["by"], string> = { person: "The user", agent: "The agent" }

/** Formats quotes with who said them: `The agent: “…”`. */
const formatReasoning = (quotes: ReadonlyArray<Quote>): string =>
  unique(
    quotes
      .filter(({ kind }) => kind === "why" || kind === "request")
      .toSorted((a, b) => (a.kind === b.kind ? 0 : a.kind === "request" ? -1 : 1))
      .map(({ by, text }) => `${speakers[by]}: “${text}”`)
  ).join(" ")

const toRegion = ({ ast_anchor, file, lines }: QuotedPlace, quotes: ReadonlyArray<Quote>, intent: string): Region => {
  const reasoning = formatReasoning(quotes)
  return {
    file,
    ast_anchor,
    lines,
    intent,
    ...(reasoning === "" ? {} : { reasoning }),
    constraints: textsOf(quotes, "constraint").map((text) => ({ text, source: "inferred" })),
    semantic_dependencies: [],
    related_annotations: [],
    tags: [],
    ...toAlternativesField(textsOf(quotes, "rejected").map((text): Alternative => ({ text })))
  }
}

/** Makes a region of each place, with the quotes of all sessions. */
const toRegions = ({ places, subject }: DraftContent): ReadonlyArray<Region> => {
  const groups = new Map<string, { readonly place: QuotedPlace; readonly quotes: Array<Quote> }>()
  for (const place of places) {
    const key = canonicalJson(ownerOfRegion(toRegion(place, [], subject)))
    const group = groups.get(key) ?? { place, quotes: [] }
    group.quotes.push(...place.quotes)
    groups.set(key, group)
  }
  return [...groups.values()].map(({ place, quotes }) => toRegion(place, quotes, subject)).toSorted(compareRegions)
}

const describeSession = ({ agent, id, model }: DraftSession): string =>
  `${agent}${model === undefined ? "" : ` with ${model}`} (${id})`

/** Composes the note of a draft: `inferred`, because what a session says was placed by rules, not by its author. */
export const composeAnnotation = (content: DraftContent): Annotation => ({
  $schema: "ultragit/v1",
  commit: content.commit,
  timestamp: content.authored,
  summary: content.subject,
  context_level: "inferred",
  regions: toRegions(content),
  cross_cutting: [],
  provenance: {
    operation: "session",
    derived_from: [],
    original_annotations_preserved: false,
    synthesis_notes: `Quoted from a session of ${content.sessions.map(describeSession).join("; and of ")}.`
  }
})
