import type { Session, SessionEntry } from "../transcripts/Session.ts"
import type { Quote } from "../../writing/drafts/Quote.ts"
import { asksForCode, isConstraint, isRejection, isRequest, rateWhy, sureRating } from "./rules.ts"
import { quotableSentences } from "./sentences.ts"
import { isAbout, namesCode, type Topic } from "./words.ts"

/** Maximum quotes of one kind for one place. */
export const maxOfKind = { request: 1, why: 2, constraint: 3, rejected: 2 } as const
/** Maximum prompts before an edit whose rules still hold for it. */
const maxPrompts = 6
/** Maximum texts of the agent before an edit that may say why it is made. */
const maxTexts = 3

interface Rated {
  readonly quote: Quote
  readonly rating: number
}

type Texts = ReadonlyArray<Extract<SessionEntry, { readonly kind: "prompt" | "said" }>>

/** What was said around an edit. */
interface Context {
  /** The prompts that led to it, newest first. */
  readonly prompts: Texts
  /** What the agent said about it, nearest first: before it, then at the end of its turn. */
  readonly said: Texts
}

/** Collects what was said around an edit. */
const findContext = (entries: ReadonlyArray<SessionEntry>, position: number): Context => {
  const [prompts, said]: [Array<Texts[number]>, Array<Texts[number]>] = [[], []]
  for (let index = position - 1; index >= 0 && prompts.length < maxPrompts; index -= 1) {
    const entry = entries[index]
    if (entry?.kind === "prompt") prompts.push(entry)
    else if (entry?.kind === "said" && prompts.length === 0 && said.length < maxTexts) said.push(entry)
  }
  let last: Texts[number] | undefined
  for (const entry of entries.slice(position + 1)) {
    if (entry.kind === "prompt") break
    if (entry.kind === "said") last = entry
  }
  return { prompts, said: last === undefined ? said : [...said, last] }
}

const takeBest = (rated: ReadonlyArray<Rated>, kind: Quote["kind"]): ReadonlyArray<Quote> => {
  const seen = new Set<string>()
  const unique = rated.filter(({ quote }) => !seen.has(quote.text) && seen.add(quote.text))
  return unique
    .toSorted((a, b) => b.rating - a.rating)
    .slice(0, maxOfKind[kind])
    .map(({ quote }) => quote)
}

const toRated = (kind: Quote["kind"], by: Quote["by"], text: string, rating: number): ReadonlyArray<Rated> =>
  rating === 0 ? [] : [{ quote: { kind, by, text }, rating }]

/** A statement that is less sure must name the code. */
const rateFor = (sentence: string, topic: Topic): number => {
  const rating = rateWhy(sentence)
  return rating >= sureRating || (rating > 0 && namesCode(sentence, topic)) ? rating : 0
}

/** Chooses what the agent said of why it made an edit, and what it rejected. */
const chooseSaid = (said: Texts, topic: Topic) => {
  const sentences = said.flatMap(({ text }) => quotableSentences(text)).filter((sentence) => isAbout(sentence, topic))
  const rejections = sentences.filter(isRejection)
  const reasons = sentences.filter((sentence) => !rejections.includes(sentence))
  return [
    ...takeBest(
      reasons.flatMap((sentence) => toRated("why", "agent", sentence, rateFor(sentence, topic))),
      "why"
    ),
    ...takeBest(
      rejections.flatMap((sentence) => toRated("rejected", "agent", sentence, 1)),
      "rejected"
    )
  ]
}

/** Chooses the rules that the user laid down, and the approaches that the user rejected. */
const choosePrompted = (prompts: Texts, topic: Topic): ReadonlyArray<Quote> => {
  const sentences = prompts
    .filter(({ text }) => isRequest(text))
    .flatMap(({ text }) => quotableSentences(text))
    .filter((sentence) => isAbout(sentence, topic))
  const rejections = sentences.filter(isRejection)
  const rules = sentences.filter((sentence) => isConstraint(sentence) && !rejections.includes(sentence))
  return [
    ...takeBest(
      rules.flatMap((sentence) => toRated("constraint", "person", sentence, 1)),
      "constraint"
    ),
    ...takeBest(
      rejections.flatMap((sentence) => toRated("rejected", "person", sentence, 1)),
      "rejected"
    )
  ]
}

/** Chooses what the user asked for: the first sentence about the code of the nearest prompt that has one. */
const chooseRequest = (prompts: Texts, topic: Topic): ReadonlyArray<Quote> => {
  for (const { text } of prompts) {
    const sentences = isRequest(text) ? quotableSentences(text).filter(asksForCode) : []
    const found = sentences.find((sentence) => isAbout(sentence, topic))
    if (found !== undefined) return [{ kind: "request", by: "person", text: found }]
  }
  return []
}

/**
 * Chooses the quotes of a session about an edit: why the agent made it, what was rejected, rules of the user and the
 * user's request. `topic`: what the edit is about; quotes about other code are left out.
 */
export const chooseQuotes = (session: Session, position: number, topic: Topic): ReadonlyArray<Quote> => {
  const { prompts, said } = findContext(session.entries, position)
  return [...chooseSaid(said, topic), ...choosePrompted(prompts, topic), ...chooseRequest(prompts, topic)]
}
