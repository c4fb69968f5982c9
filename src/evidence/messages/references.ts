/** Maximum links of one quote. */
const maxLinks = 12

const patterns: ReadonlyArray<RegExp> = [
  // Addresses first, so that what they contain is not found again.
  /https?:\/\/[^\s<>()[\]{}"'`]{4,300}/g,
  /(?<![\w/#&.-])[\w.-]{1,60}\/[\w.-]{1,80}#\d{1,9}\b/g,
  /(?<![\w/#&.-])[\w.-]{1,60}(?:\/[\w.-]{1,60}){0,5}!\d{1,9}\b/g,
  /(?<![\w/&#])#\d{1,9}\b(?!-)/g,
  /(?<![\w/])!\d{1,9}\b/g,
  /(?<![\w-])GH-\d{1,9}\b/g
]

const trim = (link: string): string => link.replace(/[.,;:!?]+$/, "")

/** Finds issues, pull requests and addresses that a text names, in order, each once. */
export const findLinks = (text: string): ReadonlyArray<string> => {
  let left = text
  const found: Array<readonly [at: number, link: string]> = []
  for (const pattern of patterns) {
    left = left.replace(pattern, (match: string, ...rest: ReadonlyArray<unknown>) => {
      const at = rest.find((each) => typeof each === "number") ?? 0
      found.push([at, trim(match)])
      return " ".repeat(match.length)
    })
  }
  const ordered = found.toSorted(([a], [b]) => a - b).map(([, link]) => link)
  return [...new Set(ordered)].slice(0, maxLinks)
}

/** What hosts append to the subject of a squashed pull request. */
const appendedRequest = / \((?:#|!)\d+\)$/

/** Whether a subject names the pull request that the commit is. */
export const namesRequest = (subject: string): boolean => appendedRequest.test(subject)

/** The subject without the pull request that hosts append. */
export const withoutRequest = (subject: string): string => subject.replace(appendedRequest, "")

const anyLink = /(?<![\w/.-])(?:[\w.-]{1,60}(?:\/[\w.-]{1,60}){0,5})?[#!]\d{1,9}\b|GH-\d{1,9}\b|https?:\/\/\S+/g
const referringWord =
  /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?|refs?|references?|see|also|re|related|to|issues?|bugs?|pr|via|part|of|and)\b/gi

/** Longer texts say more. */
const maxReferenceChars = 1_000

/** Whether a text only refers to issues, pull requests or addresses, as `Closes #12` does. */
export const isReference = (text: string): boolean =>
  text.length <= maxReferenceChars &&
  text
    .replaceAll(anyLink, " ")
    .replaceAll(referringWord, " ")
    .replaceAll(/[\s,;:.&()[\]*-]/g, "") === ""
