import { parseContent } from "../../adapters/parser/parseContent.ts"
import type { Facts } from "../../adapters/parser/facts/Facts.ts"
import { isBinary } from "../../domain/lines.ts"
import { type Extracted, withoutContent } from "./Extracted.ts"
import { isGenerated } from "./isGenerated.ts"
import { packFacts } from "./packing.ts"
import { collectWords } from "./words.ts"

const withText = (
  text: string,
  facts: Facts | undefined,
  state: Extracted["state"],
  detail: string | null
): Extracted => ({
  state,
  detail,
  isGenerated: isGenerated(text),
  hasExports: facts !== undefined && (facts.exports.length > 0 || facts.definitions.some((each) => each.isExported)),
  facts: facts === undefined ? null : packFacts(facts),
  definitions: facts?.definitions ?? [],
  words: collectWords(text, facts)
})

/**
 * Parses a content and collects its words, on the calling thread. `language`: empty if it has no grammar. Rejects if the
 * parser throws.
 */
export const extractContent = (content: Uint8Array, language: string, maxMillis: number): Promise<Extracted> => {
  if (isBinary(content)) return Promise.resolve(withoutContent("skipped", "binary"))
  const read = () => new TextDecoder("utf-8").decode(content)
  if (language === "") return Promise.resolve(withText(read(), undefined, "unsupported", "no grammar"))
  return parseContent(content, { language, maxMillis, wantsFacts: true }).then((parsed) => {
    if (parsed.units === undefined) return withText(read(), undefined, "failed", parsed.failure)
    const { facts, partial } = parsed.units
    return withText(parsed.text, facts, facts === undefined ? "unsupported" : partial ? "partial" : "parsed", null)
  })
}
