/** Maximum length of documentation, in UTF-16 code units. */
const maxLength = 300
/** Text read at most to make it. */
const maxRead = 4 * maxLength

const fold = (text: string): string => {
  const folded = text.replace(/[\s\p{Cc}]+/gu, " ").trim()
  if (folded.length <= maxLength) return folded
  const cut = folded.slice(0, maxLength - 1)
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}

/** Makes documentation from the text of comments, attributes and annotations above a definition. */
export const documentComments = (lead: string): string =>
  fold(
    lead
      .slice(0, maxRead)
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => !/^(?:#!?\[|@\w+\s*(?:\(|$)|\[)/.test(line))
      .map((line) => line.replace(/^(?:\/{2,}!?|\/\*+!?|\*+\/|\*|#+|-{2,}\[*)\s?/, "").replace(/\s*\*+\/$/, ""))
      .join("\n")
  )

/** Makes documentation from a string literal at the start of a body. */
export const documentString = (literal: string): string =>
  fold(
    literal
      .slice(0, maxRead)
      .replace(/^[a-zA-Z]*(?:"""|'''|["'])/, "")
      .replace(/(?:"""|'''|["'])$/, "")
  )
