import type { CommitHistory, HistoryStatement } from "./Plan.ts"
import { findShared, findWords } from "./words.ts"

/** A change that an agent is about to make, at one place of a file. */
export interface Change {
  /** The file's path and text before. */
  readonly path: string
  readonly text: string
  /** The lines that are replaced, and what replaces them. */
  readonly removed: ReadonlyArray<string>
  readonly added: ReadonlyArray<string>
  /** Lines without difference around it. */
  readonly context: ReadonlyArray<string>
}

/** The lines of a commit that a change is about. */
export interface OwnLines {
  /** Those among the removed lines. */
  readonly lines: ReadonlyArray<string>
  /** How many lines of the file are the commit's. */
  readonly total: number
}

const countMatches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Consequences. */
const harm =
  /\b(?:crash\w*|leak\w*|rac(?:e|es|y)|deadlock\w*|hang\w*|forever|infinite\w*|overflow\w*|corrupt\w*|garbage|lost|los(?:e|es|ing)|attack\w*|denial|bypass\w*|escap\w*|regression\w*|broke\w*|break\w*|fail\w*|wrong\w*|incorrect\w*|stale|invalid|panic\w*|undefined|unsafe|caus(?:e|es|ed|ing)|result(?:s|ed|ing)? in|lead(?:s|ing)? to|led to|silently|weird|unexpected\w*|mistaken\w*|accidental\w*|misbehav\w*|quadratic|exponential|vulnerab\w*|confus\w*|duplicat\w*|missing|polluting|twice|ignored|skipped|dropped|rejected)\b/gi

/** Conditions and prohibitions. */
const guard =
  /\b(?:avoid\w*|prevent\w*|otherwise|must|cannot|can't|couldn't|never|not (?:allowed|possible|supported|permitted|guaranteed|safe|required|enough|work|be)|doesn't|does not|don't|do not|isn't|is not|aren't|won't|only (?:if|when|in case|works?)|requires?|needs? to|have to|has to|in case|unless|guarantee\w*|rel(?:y|ies)|honou?r|protect\w*|guard\w*|so that|because|since|due to)\b/gi

/** Titles of commits that repair or restrict something, not of those that add, move or rename. */
const repair =
  /\b(?:fix\w*|bug\w*|prevent\w*|avoid\w*|don't|do not|never|ensure\w*|handl\w*|correct\w*|restrict\w*|protect\w*|work ?around|make sure|leak\w*|crash\w*|rac(?:e|es)|restore\w*|reject\w*|ignore\w*|limit\w*|keep\w*|honou?r\w*|respect\w*|only|always|must|wrong|validat\w*|check\w*|guard\w*|require\w*|properly|isolate|disable[sd]?|skip\w*|stop\w*|allow\w*|defer\w*|delay\w*|before|after|when|if|unless)\b/i

const commentLine =
  /^\s*(?:\/\/|\/\*|\*|#(?!\s*(?:include|define|undef|pragma|if|ifdef|ifndef|el|else|elif|endif|error)\b)|--|"""|''')/
const importLine =
  /^\s*(?:import|from|#\s*include|use|require|package|using)\b|^\s*"[\w./-]+"\s*$|^[\s\w,{}*:]+[,{}]\s*$/
const commentEnd = /(?:\/\/|\/\*|\s#\s)(.*)$/

const readComment = (line: string): string => (commentLine.test(line) ? line : (commentEnd.exec(line)?.[1] ?? ""))

const isEmpty = (line: string): boolean => line.trim() === ""
const removeLayout = (lines: ReadonlyArray<string>): string => lines.join("").replace(/[\s,]+/g, "")
const splitTokens = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.join("\n").match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []

const maxNewNames = 6

/** Whether lines differ only in names, each replaced by the same other one. */
const isRenaming = (removed: ReadonlyArray<string>, added: ReadonlyArray<string>): boolean => {
  const [before, after] = [splitTokens(removed), splitTokens(added)]
  const names = new Map<string, string>()
  if (before.length !== after.length || after.length === 0) return false
  for (const [index, name] of before.entries()) {
    const other = after[index] ?? name
    if (other === name) continue
    if ((names.get(name) ?? other) !== other) return false
    names.set(name, other)
  }
  return names.size <= maxNewNames
}

/** More lines are a rewrite, to which no one commit matters. */
const maxRemoved = 25
const maxAdded = 60
/** More lines that are only removed are mostly moved elsewhere. */
const maxOnlyRemoved = 5

/** Whether a change is one of layout, names or comments alone, a rewrite, or the first half of a move. */
export const isPlain = ({ added, removed }: Pick<Change, "added" | "removed">): boolean => {
  const gone = removed.filter((line) => !added.includes(line))
  const fresh = added.filter((line) => !removed.includes(line))
  return (
    removed.length > maxRemoved ||
    added.length > maxAdded ||
    removeLayout(gone) === removeLayout(fresh) ||
    isRenaming(removed, added) ||
    [...gone, ...fresh].every((line) => commentLine.test(line) || isEmpty(line)) ||
    (added.every(isEmpty) && gone.length > maxOnlyRemoved)
  )
}

/** Shorter lines, such as `return 0`, are alike everywhere. */
const minLineChars = 14

/** Whether lines are too little to be what a commit is about. */
export const areTrivial = (lines: ReadonlyArray<string>): boolean =>
  lines.every((line) => importLine.test(line)) ||
  lines.every((line) => commentLine.test(line)) ||
  lines.every((line) => line.trim().length < minLineChars)

/** What is looked up once for a change. */
export interface ChangedWords {
  /** Words of the changed lines. */
  readonly all: ReadonlySet<string>
  /** Words of only the removed or only the added lines. */
  readonly differing: ReadonlySet<string>
  /** Words of the comments in and around them. */
  readonly comments: ReadonlySet<string>
  /** Words of the path, which are in most messages about the file. */
  readonly path: ReadonlySet<string>
  /** How rare a word is in the file; 0 for one of the path. */
  readonly rarity: (word: string) => number
}

/** Finds the words by which reasons are recognized that are about a change. */
export const findChangedWords = ({ added, context, path, removed, text }: Change): ChangedWords => {
  const before = findWords(removed.filter((line) => !added.includes(line)).join("\n"))
  const after = findWords(added.filter((line) => !removed.includes(line)).join("\n"))
  const ofPath = findWords(path)
  const lines = text.toLowerCase().split("\n")
  const isInOne = (word: string) => before.has(word) !== after.has(word)
  return {
    all: new Set([...before, ...after]),
    differing: new Set([...before, ...after].filter(isInOne)),
    comments: findWords([...removed, ...added, ...context].map(readComment).join("\n")),
    path: ofPath,
    rarity: (word) =>
      ofPath.has(word)
        ? 0
        : Math.max(0, Math.log(lines.length / (lines.filter((line) => line.includes(word)).length + 2)))
  }
}

/** A part of the words of a statement that a comment has already. */
const maxCommented = 0.6

/** Whether a comment in or around the changed lines says the same. */
export const isCommented = (statement: string, { comments }: ChangedWords): boolean => {
  const words = findWords(statement)
  return findShared(words, comments).length >= maxCommented * words.size
}

const secondsOfYear = 365 * 24 * 3600

/** A sign that a reason matters to a change, with its weight. */
interface Sign {
  readonly weight: number
  readonly value: (said: Said) => number
}

/** A reason, and the change that it may matter to. */
export interface Said {
  readonly history: CommitHistory
  readonly statement: HistoryStatement
  readonly own: OwnLines
  readonly change: Pick<Change, "added">
  readonly words: ChangedWords
  /** Seconds since 1970. */
  readonly now: number
}

const signs: Readonly<Record<string, Sign>> = {
  /** Old reasons are often no longer true. */
  years: {
    weight: -0.2,
    value: ({ history, now }) => Math.log2(0.1 + Math.max(0, (now - history.time) / secondsOfYear))
  },
  harm: { weight: 0.6, value: ({ statement }) => Math.min(3, countMatches(statement.text, harm)) },
  guard: { weight: 0.4, value: ({ statement }) => Math.min(3, countMatches(statement.text, guard)) },
  /** The first sentences say what the commit is about. */
  position: { weight: -0.25, value: ({ statement }) => statement.position },
  repair: { weight: 0.6, value: ({ history }) => Number(repair.test(history.subject)) },
  files: { weight: -0.09, value: ({ history }) => history.files },
  /** Much of what the commit made is removed. */
  share: {
    weight: 0.7,
    value: ({ change: { added }, own }) => {
      const kept = new Set(added.map((line) => line.trim()))
      const gone = own.lines.filter((line) => !kept.has(line.trim())).length
      return Math.sqrt(Math.min(1, gone / Math.max(1, own.total)))
    }
  },
  /** The statement names what is removed or added. */
  named: {
    weight: 0.25,
    value: ({ statement, words }) =>
      Math.min(3, findShared(findWords(statement.text), words.differing).filter((word) => !words.path.has(word)).length)
  },
  /** The title has rare words of the changed lines. */
  title: {
    weight: 0.04,
    value: ({ history, words: { all, rarity } }) =>
      Math.min(
        12,
        findShared(findWords(history.subject), all).reduce((sum, word) => sum + rarity(word), 0)
      )
  }
}

/** Values of all signs, by name. */
export const readSigns = (said: Said): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(signs).map(([name, { value }]) => [name, value(said)]))

/** Rates how surely a reason matters to a change. */
export const rateHistory = (said: Said): number =>
  Object.values(signs).reduce((sum, { value, weight }) => sum + weight * value(said), 0)
