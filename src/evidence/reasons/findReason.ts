import { explicitRule, otherRules, type ReasonRule, reasonRules, type Strength } from "./rules.ts"
import { listSigns, type RatedStatement, type Stated } from "./signs.ts"
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
const [minScore, minExpectedScore] = [-20, -150]
/** The least score of a statement that says in so many words that it gives a reason. */
const explicitScore = 50
/** The score of what a rule for another language finds, whose words have no weights. */
const otherScore = 300

/** Thanks, credits, pointers and questions give no reason, whatever words they use. */
const noReason =
  /^(?:thanks?|thank you|see(?: also)?|refs?|ref:|related|this work was|sponsored|reviewed|reported|tested|n\.?b\.? none|todo|wip|(?:in )?(?:a|the) (?:previous|next|following|last|subsequent) (?:commit|patch)|we could|unless you)\b|\btodos?:|\?$/i

/** Points by which an introduction or a note to users gives a reason less surely than what it introduces, or the rest. */
const lowering = (text: string): number => (text.endsWith(":") ? 2 : Number(/^note\b/.test(text)))

/** Problems in general are no reason: `fix all regressions`. */
const vague =
  /^(?:fix(?:e[sd])?|address(?:e[sd])?|resolve[sd]?) (?:(?:all|the|some|a few|few|more|other|various|several|remaining|\w+) ){0,2}(?:regressions|warnings|failures|errors|problems|issues)\.?$/

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

/** A statement as {@link listSigns} takes it; undefined for one that is no reason whatever else it says. */
export const prepareStatement = ({ kind, text }: Stated): RatedStatement | undefined => {
  const plain = text.replaceAll(/\s+/g, " ")
  if (!isCandidate(plain)) return undefined
  const lowerCase = plain.toLowerCase()
  const rules = allRules.filter(({ pattern }) => pattern.test(lowerCase))
  return { kind, text: plain, rules, rating: rateRules(lowerCase, rules) }
}

/** Rates how surely the rules find a reason in a sentence, from 1 (weakly) to 3; 0 if they find none. */
export const rateReason = (sentence: string): number =>
  prepareStatement({ kind: "sentence", text: sentence })?.rating ?? 0

/** How surely a statement gives a reason: its log odds in hundredths, by the signs that it has. */
const scoreStatement = (stated: Stated): number => {
  const prepared = prepareStatement(stated)
  if (prepared === undefined) return Number.NEGATIVE_INFINITY
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
  const statements: ReadonlyArray<Stated> = [...splitStatements(body), { kind: "subject", text: subject }]
  let best: { readonly text?: string; readonly score: number } = {
    score: isExpected ? minExpectedScore : minScore
  }
  for (const stated of statements) {
    const score = scoreStatement(stated)
    if (score > best.score) best = { text: stated.text, score }
  }
  return best.text
}
