/** Items of a list of changes from which on none says much of one file: it is about one of many. */
const minItems = 9

/** The begin of an item, or of a commit in what `git merge --squash` proposes. */
const item = /^(?:[-*+•] +(?=\S)|commit [0-9a-f]{7,64}$)/gm

/**
 * Removes a long list and what follows it, as the commits of a large pull request that was squashed: which of them changed a
 * file is not known, and what one says is rarely about that.
 */
export const withoutLongList = (body: string): string => {
  const starts = [...body.matchAll(item)].map(({ index }) => index)
  const [first] = starts
  if (first === undefined || starts.length < minItems) return body
  return body
    .slice(0, first)
    .replace(/^Squashed commit of the following:\s*$/m, "")
    .trim()
}
