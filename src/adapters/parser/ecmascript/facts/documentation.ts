/** Maximum length, in UTF-16 code units. */
const maxLength = 300

/** Comments for tools rather than for readers. */
const directive = /^(?:eslint|oxlint|biome|prettier|tslint|jshint|istanbul|c8|v8|@ts-|#|\/\s*<)/

const truncate = (text: string): string => {
  if (text.length <= maxLength) return text
  const cut = text.slice(0, maxLength - 1)
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}

/** Returns the lines of a comment without its markers, up to its first tag. */
const contentOf = (comment: string): ReadonlyArray<string> => {
  const isBlock = comment.startsWith("/*")
  const inner = isBlock ? comment.replace(/^\/\*+!?|\*+\/$/g, "") : comment.replace(/^\/\/+/, "")
  const lines = inner.split("\n").map((line) => line.replace(/^\s*\*?\s*/, "").trim())
  const first = lines.findIndex((line) => line !== "")
  const tag = lines.findIndex((line, at) => at > first && line.startsWith("@"))
  return tag === -1 ? lines : lines.slice(0, tag)
}

/**
 * Returns the documentation in the comments above a declaration: its last doc comment, otherwise its other comments. One
 * line.
 */
export const documentationOf = (comments: ReadonlyArray<string>): string => {
  const doc = comments.findLast((comment) => comment.startsWith("/**"))
  const chosen = doc === undefined ? comments : [doc]
  const lines = chosen.flatMap((comment) => contentOf(comment.slice(0, 8 * maxLength)))
  const kept = lines.filter((line) => !directive.test(line))
  return truncate(
    kept
      .join(" ")
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim()
  )
}
