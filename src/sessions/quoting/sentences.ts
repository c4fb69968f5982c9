import { splitStatements } from "../../evidence/reasons/statements.ts"
import { isMasked, maskText, mayHoldCredential } from "./credentials.ts"
import { isVerbatim } from "./verbatim.ts"

const minWords = 5
const maxChars = 420

/** Characters that would show a text as something that it is not. */
const unsafe = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u

/** A sentence that is code, a path, a table, a log. */
const isProse = (text: string): boolean => {
  const letters = text.match(/[\p{L}\s,.'’]/gu)?.length ?? 0
  return letters >= text.length * 0.75
}

const countWords = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0

/** A label in front of a sentence, or the rest of a label in bold. */
const label =
  /^(?:\*\*\s+|\*\*(?:before|after|issue|problem|the (?:issue|problem|fix)|fix|solution|root cause|why|note|result|impact|reason|cause|important|summary|key \w+)[^*]{0,20}\*\*[:.]?\s*[—–-]?\s*)/i

const countOf = (text: string, part: string): number => text.split(part).length - 1

/** Whether nothing in a sentence is cut off: it starts like one, and its marks come in pairs. */
const isWhole = (text: string): boolean =>
  /^[\p{Lu}\p{Lo}`"“'(]|^[a-z]+(?![A-Za-z])/u.test(text) &&
  !/^`\s*[,.;]/.test(text) &&
  countOf(text, "`") % 2 === 0 &&
  countOf(text, "**") % 2 === 0 &&
  countOf(text, '"') % 2 === 0 &&
  countOf(text, "(") === countOf(text, ")")

/** Whether a sentence holds a credential, alone or as the value that the one before announces: `Use this password:`. */
const givesCredential = (sentence: string, before: string): boolean =>
  mayHoldCredential(sentence) || (/[:=]$/.test(before) && mayHoldCredential(`${before.slice(-200)} ${sentence}`))

/** Returns the sentences of a text that may be quoted: prose, of some length, complete, without credentials. */
export const quotableSentences = (text: string): ReadonlyArray<string> =>
  splitStatements(maskText(text))
    .map((statement) => statement.text.trim())
    .map((sentence, index, all) => ({ sentence: sentence.replace(label, ""), before: all[index - 1] ?? "" }))
    .filter(
      ({ before, sentence }) =>
        sentence.length <= maxChars &&
        countWords(sentence) >= minWords &&
        !/[:,;]$/.test(sentence) &&
        isWhole(sentence) &&
        !unsafe.test(sentence) &&
        !isMasked(sentence) &&
        isProse(sentence) &&
        !givesCredential(sentence, before) &&
        isVerbatim(sentence, text)
    )
    .map(({ sentence }) => sentence)
