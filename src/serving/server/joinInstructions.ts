import type { ServedToolset } from "./ServedToolset.ts"

/** Maximum length of `instructions` in bytes (spec mcp §2). */
const maxInstructionsBytes = 1024

const fits = (texts: ReadonlyArray<string>): boolean => Buffer.byteLength(texts.join("\n")) <= maxInstructionsBytes

/** Joins the instructions of toolsets. If they do not fit, the last toolsets have the brief ones; then as many as fit. */
export const joinInstructions = (toolsets: ReadonlyArray<Pick<ServedToolset, "instructions" | "brief">>): string => {
  const texts = toolsets.map(({ instructions }) => instructions)
  for (let at = texts.length - 1; at >= 0 && !fits(texts); at -= 1) {
    const brief = toolsets[at]?.brief
    if (brief !== undefined) texts[at] = brief
  }
  const kept: Array<string> = []
  for (const text of texts) if (text !== "" && fits([...kept, text])) kept.push(text)
  return kept.join("\n")
}
