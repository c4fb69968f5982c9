// What repeats before the part that is looked for is bounded: otherwise a text of many beginnings takes quadratic time.

/** The address of a pull request, merge request or issue on a host, and of a commit. */
const requestAddress =
  /\bhttps?:\/\/[^\s/]{1,255}\/\S{0,300}?\/(?:pull|pulls|issues|merge_requests|pullrequest)\/(\d+)[^\s]*/gi
const commitAddress = /\bhttps?:\/\/\S{1,555}\/commits?\/([0-9a-f]{7,64})\b/i
/** How people write the number of one. */
const writtenNumber =
  /\b(?:(?:PR|MR|pull request|merge request|pull|GH)(?: |-| ?#|!)|[\w.-]{1,100}\/[\w.-]{1,100}#)(\d+)\b/gi
/** A commit id within other words: unlike a word or a number, it has letters and digits. */
const idWord = /(?<![\w-])(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,64}(?![\w-])/i

/** Rewrites the numbers of pull requests and issues as messages of commits name them: `#12` for `PR 12` and for an address. */
export const plainNumbers = (query: string): string =>
  query.replaceAll(requestAddress, "#$1").replaceAll(writtenNumber, "#$1")

/** Finds the id, or its beginning, of the commit that a text names: all of it, in an address, or among other words. */
export const findId = (query: string): string | undefined => {
  const text = query.trim()
  const found = /^[0-9a-f]{7,64}$/i.test(text) ? text : (commitAddress.exec(text)?.[1] ?? idWord.exec(text)?.[0])
  return found?.toLowerCase()
}
