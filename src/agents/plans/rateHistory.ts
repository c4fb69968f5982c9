import type { CommitHistory, HistoryStatement } from "./Plan.ts"

/** Consequences. */
const harm =
  /\b(?:crash\w*|leak\w*|rac(?:e|es|y)|deadlock\w*|hang\w*|forever|infinite\w*|overflow\w*|corrupt\w*|garbage|lost|los(?:e|es|ing)|attack\w*|denial|bypass\w*|escap\w*|regression\w*|broke\w*|break\w*|fail\w*|wrong\w*|incorrect\w*|stale|invalid|panic\w*|undefined|unsafe|caus(?:e|es|ed|ing)|result(?:s|ed|ing)? in|lead(?:s|ing)? to|led to|silently|weird|unexpected\w*|mistaken\w*|accidental\w*|misbehav\w*|quadratic|exponential|vulnerab\w*|confus\w*|duplicat\w*|missing|polluting|twice|ignored|skipped|dropped|rejected)\b/i

/** Conditions and prohibitions. */
const condition =
  /\b(?:avoid\w*|prevent\w*|otherwise|must|cannot|can't|couldn't|never|not (?:allowed|possible|supported|permitted|guaranteed|safe|required|enough|work|be)|doesn't|does not|don't|do not|isn't|is not|aren't|won't|only (?:if|when|in case|works?)|requires?|needs? to|have to|has to|in case|unless|guarantee\w*|rel(?:y|ies)|honou?r|protect\w*|guard\w*|so that|because|since|due to)\b/i

/** Titles of commits that repair or prevent something, and of those that add or rename. */
const repair = /\b(?:fix|bug|crash|leak|race|regress|avoid|prevent|don't|do not)/i
const feature = /\b(?:add(?:s|ed|ing)?|support\w*|implement\w*|introduc\w*|renam\w*|refactor\w*|chore|new)\b/i

/** What is left of a commit in fewer lines is mostly not what it was about. */
const minOwnLines = 4
const secondsOfYear = 365 * 24 * 3600

/** A reason, and what is known of the change that it may matter to. */
export interface Said {
  readonly history: CommitHistory
  readonly statement: HistoryStatement
  /** How many lines of the file are its commit's, and how many of them the change removes. */
  readonly ownLines: number
  readonly goneLines: number
  /** Whether the passage names what is only in the removed or only in the added code. */
  readonly namesDifference: boolean
  /** Whether the head of a unit changes. */
  readonly changesHead: boolean
  /** Seconds since 1970. */
  readonly now: number
}

/** A sign that a reason matters to a change, with its weight. */
interface Sign {
  readonly weight: number
  readonly value: (said: Said) => number
}

const signs: ReadonlyArray<Sign> = [
  { weight: 0.6, value: ({ statement }) => Number(harm.test(statement.text)) },
  { weight: 0.8, value: ({ namesDifference }) => Number(namesDifference) },
  // Much of what the commit made is removed.
  {
    weight: 2,
    value: ({ goneLines, ownLines }) => Math.sqrt(Math.min(1, goneLines / Math.max(minOwnLines, ownLines)))
  },
  { weight: 0.9, value: ({ history }) => Number(repair.test(history.subject)) },
  { weight: -1.3, value: ({ history }) => Number(feature.test(history.subject)) },
  // Reasons are for what code does, seldom for how it is called.
  { weight: -1, value: ({ changesHead }) => Number(changesHead) },
  // A long message is about many things, and so is a commit of many files.
  { weight: -0.4, value: ({ history }) => history.statements.length },
  { weight: -0.1, value: ({ history }) => history.files },
  // Old reasons are more often no longer true.
  { weight: -0.25, value: ({ history, now }) => Math.log2(1 + Math.max(0, (now - history.time) / secondsOfYear)) }
]

/** Whether a statement says what must or must not be, or under which condition: others mostly say what was done. */
export const statesCondition = ({ text }: HistoryStatement): boolean => condition.test(text)

/** Rates how surely a reason matters to a change. */
export const rateHistory = (said: Said): number =>
  signs.reduce((sum, { value, weight }) => sum + weight * value(said), 0)
