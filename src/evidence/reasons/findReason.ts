import { explicitRule, otherRules, type ReasonRule, reasonRules, type Strength } from "./rules.ts"
import { listSigns, type Position, type RatedStatement, type Stated } from "./signs.ts"
import { splitStatements } from "./statements.ts"
import learned from "./weights.json" with { type: "json" }

/** Maximum characters of a reason. A longer sentence is a list or a log. */
const maxReasonChars = 800
/** Fewer words say nothing that a person would understand alone. */
const minWords = 3

const strengths: ReadonlyArray<Strength> = ["weak", "medium", "strong"]

/**
 * What each sign adds to the log odds that a statement gives a reason, in hundredths; the empty one is in all statements. Made by
 * `bench/evidence/train.ts`.
 */
const weights: ReadonlyMap<string, number> = new Map(Object.entries(learned))
/** From here on, a statement is given as a reason; in a text that mostly gives one, from a lower score on. */
const [minScore, minExpectedScore] = [0, -150]
/** The least score of a statement that says in so many words that it gives a reason. */
const explicitScore = 50
/** The score of what a rule for another language finds, whose words have no weights. */
const otherScore = 300

/** Thanks, credits, pointers and questions give no reason, whatever words they use. */
const noReason =
  /^(?:thanks?|thank you|see(?: also)?|refs?|ref:|related|this work was|sponsored|reviewed|reported|tested|n\.?b\.? none|todo|wip|(?:in )?(?:a|the) (?:previous|next|following|last|subsequent) (?:commit|patch)|we could|unless you)\b|\btodos?:|\?$/i

/** Points by which an introduction or a note to users gives a reason less surely than what it introduces, or the rest. */
const lowering = (text: string): number => (text.endsWith(":") ? 2 : Number(/^note\b/.test(text)))

/** What a subject or item may begin with: `chore(ci):`, `[test]`. */
const labels = String.raw`(?:\[[^\]]*\] ?|[\w./*-]+(?:\([^)]*\))?!?: ?)*`
/** Problems in general, or those of the change itself, are no reason: `fix all regressions`, `Fix tests (#12)`, `address comments`. */
const vague = new RegExp(
  String.raw`^${labels}(?:fix(?:e[sd])?|address(?:e[sd])?|resolve[sd]?) (?:(?:all|the|some|a|an|a few|few|more|other|various|several|remaining|\w+) ){0,2}(?:regressions|warnings|failures|errors|problems|issues|bugs|tests?|lint(?:er|ing)?|clippy|typos?|(?:review |pr )?comments?|feedback|nits?|style|formatting)(?: (?:caused|found|reported|raised|introduced|brought up) [\w ]+)?(?: \(#\d+\))?[.!]?$`
)

const countWords = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
/** Scripts without spaces between words. */
const isUnspaced = (text: string): boolean => /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{6}/u.test(text)

/** Whether a statement says enough, and nothing that makes it no reason whatever else it says. */
const isCandidate = (text: string): boolean =>
  text.length <= maxReasonChars &&
  !noReason.test(text) &&
  (countWords(text) >= minWords || isUnspaced(text)) &&
  !vague.test(text.toLowerCase())

/** Rates what rules find in a text in lower case, from 1 (weakly) to 3; 0 if there are none. */
const rateRules = (text: string, rules: ReadonlyArray<ReasonRule>): number => {
  const lowered = lowering(text)
  return rules.reduce((most, { strength }) => Math.max(most, 1, strengths.indexOf(strength) + 1 - lowered), 0)
}

const allRules = [...reasonRules, ...otherRules]

/** The rules that find a reason in a statement, and how surely; undefined for one that is no reason whatever else it says. */
const matchRules = (text: string): Pick<RatedStatement, "text" | "rules" | "rating"> | undefined => {
  const plain = text.replaceAll(/\s+/g, " ")
  if (!isCandidate(plain)) return undefined
  const lowerCase = plain.toLowerCase()
  const rules = allRules.filter(({ pattern }) => pattern.test(lowerCase))
  return { text: plain, rules, rating: rateRules(lowerCase, rules) }
}

/** Rates how surely the rules find a reason in a sentence, from 1 (weakly) to 3; 0 if they find none. */
export const rateReason = (sentence: string): number => matchRules(sentence)?.rating ?? 0

const repairs = /\b(?:fix|bug|correct|repair|resolve|handle|avoid|prevent|don't|do not|revert)/i

const placeOf = (at: number, count: number): Position["place"] => {
  if (at === 0) return "first"
  return at === count - 1 ? "last" : "middle"
}

/**
 * The statements of a message as {@link listSigns} takes them, the subject last; undefined in place of each that is no reason
 * whatever else it says.
 */
export const prepareStatements = (
  subject: string,
  statements: ReadonlyArray<Stated>
): ReadonlyArray<RatedStatement | undefined> => {
  const isRepair = repairs.test(subject)
  const prepare = ({ kind, text }: Stated, place: Position["place"]) => {
    const matched = matchRules(text)
    return matched === undefined ? undefined : { kind, place, isRepair, ...matched }
  }
  return [
    ...statements.map((stated, at) => prepare(stated, placeOf(at, statements.length))),
    prepare({ kind: "subject", text: subject }, undefined)
  ]
}

/** How surely a statement gives a reason: its log odds in hundredths, by the signs that it has. */
const scoreStatement = (prepared: RatedStatement): number => {
  if (prepared.rules.some((rule) => otherRules.includes(rule))) return otherScore
  let score = weights.get("") ?? 0
  for (const sign of listSigns(prepared)) score += weights.get(sign) ?? 0
  return explicitRule.test(prepared.text.toLowerCase()) ? Math.max(score, explicitScore) : score
}

/** A text in which to look for a reason. */
interface ReasonSource {
  readonly subject?: string
  readonly body: string
  /** Whether texts of this kind mostly give a reason, as those of reverts do. */
  readonly isExpected?: boolean
}

/**
 * Finds the statement of a text that most surely gives a reason, verbatim but for line breaks; of several, the first, and
 * the subject last. Undefined if none does surely enough.
 */
export const findReason = ({ body, isExpected = false, subject = "" }: ReasonSource): string | undefined => {
  const statements = splitStatements(body)
  const texts = [...statements.map(({ text }) => text), subject]
  let best: { readonly text?: string | undefined; readonly score: number } = {
    score: isExpected ? minExpectedScore : minScore
  }
  for (const [at, prepared] of prepareStatements(subject, statements).entries()) {
    if (prepared === undefined) continue
    const score = scoreStatement(prepared)
    if (score > best.score) best = { text: texts[at], score }
  }
  return best.text
}
