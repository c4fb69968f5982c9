/** What git says of a revision list with a line that is no object: which setting names the file it does not say. */
export const invalidRevisionList = "a file that lists revisions has a line that names no object"

/**
 * Git's messages that quote what a file or a setting holds, and what is said instead. Links below the git directory, and
 * settings of a repository that came from elsewhere, make git read any file of the user's; its words go to whoever asked.
 */
const quoting: ReadonlyArray<readonly [message: RegExp, instead: string]> = [
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

/** An error line of git's without the lines of files and the values of settings that it quotes. */
export const redactQuotedContent = (line: string): string => {
  const found = quoting.find(([message]) => message.test(line))
  return found === undefined ? line : line.replace(found[0], found[1])
}
