import { parseContent } from "../../adapters/parser/parseContent.ts"
import type { Facts } from "../../adapters/parser/facts/Facts.ts"
import { isBinary } from "../../domain/lines.ts"
import { type Extracted, parsingFailures, withoutContent } from "./Extracted.ts"
import { isGenerated } from "./isGenerated.ts"
import { makeShape } from "../linking/Shape.ts"
import { packFacts, packShape } from "./packing.ts"
import { collectWords } from "./words.ts"

/** A content as text, with what parsing it gave. */
interface ParsedText extends Pick<Extracted, "state" | "detail"> {
  readonly text: string
  readonly language: string
  readonly facts?: Facts | undefined
}

const toExtracted = ({ detail, facts, language, state, text }: ParsedText): Extracted => ({
  state,
  detail,
  isGenerated: isGenerated(text),
  hasExports: facts !== undefined && (facts.exports.length > 0 || facts.definitions.some((each) => each.isExported)),
  facts: facts === undefined ? null : packFacts(facts),
  shape: facts === undefined ? null : packShape(makeShape(language, facts)),
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
  if (language === "")
    return Promise.resolve(toExtracted({ text: read(), language, state: "unsupported", detail: "no grammar" }))
  return parseContent(content, { language, maxMillis, wantsFacts: true }).then((parsed) => {
    if (parsed.units === undefined)
      return toExtracted({ text: read(), language, state: "failed", detail: parsingFailures[parsed.failure] })
    const { facts, partial } = parsed.units
    if (facts === undefined) {
      // A text that is parsed in pieces, for its size, has no facts.
      const detail = partial ? "syntax errors" : "too large"
      return toExtracted({ text: parsed.text, language, state: "failed", detail })
    }
    return toExtracted({ text: parsed.text, language, facts, state: partial ? "partial" : "parsed", detail: null })
  })
}
