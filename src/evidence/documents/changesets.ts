/** Whether a path is a changeset: `.changeset/<words>.md`, also while `pre` mode keeps it. */
export const isChangeset = (path: string): boolean =>
  /(?:^|\/)\.changeset\/(?:pre\/)?[^/]+\.md$/.test(path) && !/\/README\.md$/i.test(path)

const frontMatter = /^---[^\S\n]*\n([\s\S]*?)^---[^\S\n]*(?:\n|$)/m

/** Returns the prose of a changeset. Undefined if it names no package or says nothing. */
export const readChangeset = (content: string): string | undefined => {
  const text = content.replaceAll("\r\n", "\n")
  const found = frontMatter.exec(text)
  if (found?.index !== 0 || (found[1] ?? "").trim() === "") return undefined
  const prose = text.slice(found[0].length).trim()
  return prose === "" ? undefined : prose
}
