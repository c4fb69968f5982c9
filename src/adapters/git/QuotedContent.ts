/**
 * Replaces git's message about a line of a revision list that names no object. Git does not say which setting names the
 * file.
 */
export const invalidRevisionList = "a file that lists revisions has a line that names no object"

/**
 * Messages in which git quotes the content of a file or setting, and their replacements. Symbolic links below the git
 * directory, or settings of an untrusted repository, can make git read any file of the user, and the message would
 * reach the caller.
 */
const redactions: ReadonlyArray<readonly [message: RegExp, instead: string]> = [
  [/^invalid object name: .*$/, invalidRevisionList],
  [/^(unexpected line in .+?|unknown line in '[^']*'): .*$/, "$1"],
  [/^((?:bad|invalid) (?:un)?shallow line|bad graft data): .*$/, "$1 in the git directory"],
  [/^Invalid path '.*'(: [^:]*)$/, "the git directory names a path that cannot be used$1"],
  [/^object directory .* does not exist; check (.+)$/, "an object directory does not exist; check $1"],
  [/^unable to normalize alternate object path: .*$/, "an object directory in objects/info/alternates cannot be used"],
  [/^.* is not a valid attribute name: (.+:\d+)$/, "not a valid attribute name: $1"],
  [/^bad (numeric|boolean) config value '.*' for '([^']*)'.*$/, "bad $1 config value for '$2'"],
  [/^((?:malformed|invalid|unknown|bad) value for (?:config )?'?[\w.-]+'?): .*$/i, "$1"],
  [/^invalid mode for object creation: .*$/, "bad config value for 'core.createObject'"],
  [/^unknown date format .*$/, "bad config value for 'blame.date' or 'log.date'"]
]

/** Removes file lines and setting values that git quotes from one of its error lines. */
export const redactQuotedContent = (line: string): string => {
  const found = redactions.find(([message]) => message.test(line))
  return found === undefined ? line : line.replace(found[0], found[1])
}
