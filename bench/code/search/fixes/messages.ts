/** What a message says before its text where a host merged it, or its prefix says what kind of change it is. */
const mergeLine = /^(?:merge pull request #\d+ .*|auto merge of #\d+ .*|merge .*)\n+/i
const kindPrefix = /^(?:fix|feat|feature|bug|bugfix|perf|update|new|breaking|build|add)(?:\([^)]*\))?!?:\s*/i
const trailer =
  /^(?:[A-Z][A-Za-z]+-[\w-]+|[A-Z][a-z]+ed-by|Bug|CC|PR|Issue|r=\w+|Fixes|Closes|Resolves|See|Refs?)\s*:.*$|^r[?=].*$/gim
const reference =
  /(?:\b(?:fix(?:es|ed)?|close[sd]?|resolve[sd]?|refs?|see|issue|pr)[:\s]*)?\(?(?:\b[\w.-]+\/[\w.-]+)?#\d+\)?/gi
const address = /<?\bhttps?:\/\/[^\s)>]+\)?>?/g
const hash = /\b[0-9a-f]{7,40}\b/g
const comment = /<!--[\s\S]*?-->/g
/** A file by its name, with folders or not; and folders without one. */
const fileName =
  /(?:[\w.@~-]*\/)*[\w.@-]+\.(?:[cm]?[jt]sx?|py|go|rs|java|php|[ch](?:pp|xx|c)?|kt|rb|md|rst|txt|ya?ml|json|toml|lock|phar|cs|sh)\b(?::\d+)*/g
const folders = /(?<![\w/])(?:[\w.-]+\/){2,}[\w.-]*/g
/** What a squashed pull request lists of its own making. */
const ownWork =
  /^\* (?:.*\b(?:tests?|review|feedback|suggestions?|lint|format(?:ting)?|docs|types?)\b.*|\w+)$|^-{3,}$/gim
const maxChars = 2_000

/** Takes what a person would file from a message: no paths, addresses, references or trailers. */
export const toIssue = (message: string): string =>
  message
    .replaceAll("\r", "")
    .replace(mergeLine, "")
    .replace(kindPrefix, "")
    .replaceAll(comment, " ")
    .replaceAll(address, " ")
    .replaceAll(trailer, "")
    .replaceAll(ownWork, "")
    .replaceAll(reference, " ")
    .replaceAll(hash, " ")
    .replaceAll(fileName, " ")
    .replaceAll(folders, " ")
    .replaceAll(/[ \t]+/g, " ")
    .replaceAll(/ ?\n ?/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim()
    .slice(0, maxChars)

const wanted =
  /\b(?:fix(?:e[sd]|ing)?|repairs?|correct(?:s|ly)?|crash\w*|panics?|bugs?|regressions?|wrong|incorrect\w*|invalid|broken|fail(?:s|ed|ures?)?|errors?|leak\w*|avoid|prevent|handle|ensure|support|allow|adds?|added|implement(?:s|ed)?|introduce|accept|respect|honou?r|don't|do not|should|must|missing|ignore|report|warn|detect|make)\b/i
const unwanted =
  /\b(?:bump\w*|releas(?:e|ed|ing)|change-?log|reformat\w*|lint|linter|typos?|renam\w*|dependenc\w*|deps|upgrade|refactor\w*|clean-?ups?|clean up|docs?|documentation|docblocks?|javadoc|comments?|readme|tests?|ci|revert|chore|copyright|license|phpstan|phpdoc|readability|mypy|typing|type hints?|whitespace|indentation|code style|translations?|wording|backport|version)\b/i

/** Whether the subject of a message says that something is repaired or added, and nothing that leaves behaviour as it is. */
export const saysRepair = (issue: string): boolean => {
  const subject = issue.split("\n", 1)[0] ?? ""
  return wanted.test(subject) && !unwanted.test(subject)
}
