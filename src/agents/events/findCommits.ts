import { splitCommands, type Words } from "./splitCommands.ts"

/** A command that makes a commit. */
export interface CommitCommand {
  /** Prints nothing of the commit that it makes. */
  readonly isQuiet: boolean
  /** May make it in another repository than that of the working folder. */
  readonly isElsewhere: boolean
}

/** Words before a command that run it. */
const prefixes = new Set([
  "!",
  "{",
  "if",
  "then",
  "else",
  "elif",
  "while",
  "until",
  "do",
  "time",
  "command",
  "env",
  "sudo"
])
const assignment = /^\w+=/
const shells = new Set(["sh", "bash", "zsh", "dash"])
const folderCommands = new Set(["cd", "pushd", "popd"])

/** Options of git, and of its commit, whose value is the next word. */
const gitValues = new Set(["-C", "-c", "--git-dir", "--work-tree", "--namespace", "--config-env", "--attr-source"])
const commitValues =
  /^--(?:message|file|author|date|template|trailer|cleanup|fixup|squash|reuse-message|reedit-message|pathspec-from-file)$/
/** Options with which no commit is made. */
const withoutCommit = /^(?:--dry-run|--short|--porcelain|--long|--help|-h)$/
/** Options of one letter before one that takes a value. */
const letters = /^-([^-mFCctSu]*)([mFCct]$)?/

const baseName = (word: string): string => word.replace(/^.*[\\/]/, "").replace(/\.exe$/i, "")

const isNoting = (words: Words): boolean =>
  words.some(
    (word, index) => baseName(word) === "ultragit" && /^(?:commit|annotate|context)$/.test(words[index + 1] ?? "")
  )

/** Removes the words before the name of a command. */
const removePrefixes = (words: Words): Words => {
  const first = words.findIndex((word) => !prefixes.has(word) && !assignment.test(word))
  return first === -1 ? [] : words.slice(first)
}

/** Reads the options of `git commit`. Undefined if they make none. */
const readOptions = (args: Words): { readonly isQuiet: boolean } | undefined => {
  let isQuiet = false
  for (let index = 0; index < args.length && args[index] !== "--"; index += 1) {
    const word = args[index] ?? ""
    if (withoutCommit.test(word)) return undefined
    const [, before = "", withValue] = word.startsWith("--") ? [] : (letters.exec(word) ?? [])
    isQuiet ||= word === "--quiet" || before.includes("q")
    if (withValue !== undefined || commitValues.test(word)) index += 1
  }
  return { isQuiet }
}

/** Reads a command as one of git that makes a commit. Undefined if it is none. */
const readCommit = ([name = "", ...args]: Words): CommitCommand | undefined => {
  if (baseName(name) !== "git") return undefined
  let index = 0
  while (args[index]?.startsWith("-") === true) index += gitValues.has(args[index] ?? "") ? 2 : 1
  const options = args[index] === "commit" ? readOptions(args.slice(index + 1)) : undefined
  const isElsewhere = args.slice(0, index).some((word) => /^(?:-C$|--git-dir|--work-tree)/.test(word))
  return options && { ...options, isElsewhere }
}

/** Finds the commands of a text of the shell that make a commit. Empty if one of them gives its reason to Ultragit. */
export const findCommits = (text: string): ReadonlyArray<CommitCommand> => {
  if (!text.includes("commit")) return []
  const commands = splitCommands(text).map(removePrefixes)
  if (commands.some(isNoting)) return []
  let isElsewhere = false
  return commands.flatMap((words): ReadonlyArray<CommitCommand> => {
    const [name = ""] = words
    isElsewhere ||= folderCommands.has(name)
    const script = shells.has(baseName(name)) ? words.findIndex((word) => /^-[a-z]*c$/.test(word)) : -1
    const commit = readCommit(words)
    const found = script > 0 ? findCommits(words[script + 1] ?? "") : commit === undefined ? [] : [commit]
    return found.map((one) => ({ ...one, isElsewhere: one.isElsewhere || isElsewhere }))
  })
}

/** What git prints of a commit that it has made: `[branch abc1234] subject`. */
const made = /(?:^|\s)\[[^\n]{1,300}? ([0-9a-f]{4,64})\]\s/g

/** Lists the ids, maybe abbreviated, of the commits that git says it has made. */
export const listMade = (output: string): ReadonlyArray<string> =>
  Array.from(output.matchAll(made), ([, id = ""]) => id)
