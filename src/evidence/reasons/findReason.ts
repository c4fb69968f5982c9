import { reasonRules, type Strength } from "./rules.ts"
import { splitStatements, type Statement } from "./statements.ts"

/** Maximum characters of a reason. A longer sentence is a list or a log. */
const maxReasonChars = 800
/** Fewer words say nothing that a person would understand alone. */
const minWords = 3

const strengths: ReadonlyArray<Strength> = ["weak", "medium", "strong"]

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

/** Rates how surely a statement gives a reason, from 1 to 3; 0 if it does so no more surely than `above`. */
const rateStatement = (statement: string, above: number): number => {
  const text = statement.replaceAll(/\s+/g, " ")
  if (above === strengths.length || text.length > maxReasonChars || noReason.test(text)) return 0
  if (countWords(text) < minWords && !isUnspaced(text)) return 0
  const lowerCase = text.toLowerCase()
  if (vague.test(lowerCase)) return 0
  const lowered = lowering(lowerCase)
  const best = reasonRules.reduce((most, { pattern, strength }) => {
    const rate = Math.max(1, strengths.indexOf(strength) + 1 - lowered)
    return most < rate && pattern.test(lowerCase) ? rate : most
  }, above)
  return best === above ? 0 : best
}

/** Rates how surely a sentence gives a reason, from 1 (weakly) to 3; 0 if it does not. */
export const rateReason = (sentence: string): number => rateStatement(sentence, 0)

const findBest = (statements: ReadonlyArray<Statement>) => {
  let best: { readonly text: string; readonly strength: number } = { text: "", strength: 0 }
  for (const { text } of statements) {
    const strength = rateStatement(text, best.strength)
    if (strength > 0) best = { text, strength }
  }
  return best
}

/** A text in which to look for a reason. */
interface ReasonSource {
  /** Quoted if it gives a reason more surely than the body. */
  readonly subject?: string
  readonly body: string
}

/**
 * Finds the sentence or bullet that gives a reason, verbatim but for line breaks. Undefined where none does: of several,
 * the one that does so most surely, then the first; the subject last.
 */
export const findReason = ({ body, subject = "" }: ReasonSource): string | undefined => {
  const found = findBest(splitStatements(body))
  if (rateStatement(subject, found.strength) > 0) return subject
  return found.strength === 0 ? undefined : found.text
}
