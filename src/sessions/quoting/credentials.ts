import { findSecrets } from "../../domain/Secrets.ts"
import { maskSecrets } from "../../domain/Masking.ts"
import { speaksCredential } from "./spokenCredentials.ts"

/** A long run of characters as keys have them. */
const run = /[A-Za-z0-9_+/=~.-]{16,}/g
const minEntropy = 3.2

const entropy = (text: string): number => {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  return [...counts.values()].reduce((bits, count) => bits - (count / text.length) * Math.log2(count / text.length), 0)
}

const isMixed = (part: string): boolean => /\d/.test(part) && /[A-Za-z]/.test(part) && part.length >= 8

/** Whether a run may be a key: letters and digits mixed without the look of words, paths or versions. */
const mayBeKey = (text: string): boolean => {
  const parts = text.split(/[_/.=-]+/).filter((part) => part !== "")
  const isOpaque = parts.some((part) => isMixed(part) || (part.length >= 20 && /[a-z][A-Z]|[A-Z]{3}/.test(part)))
  return isOpaque && entropy(text) >= minEntropy
}

/** Whether a quote may hold a credential. A quote is dropped for less than a note is refused: nobody misses it. */
export const mayHoldCredential = (text: string): boolean =>
  findSecrets(text).length > 0 || speaksCredential(text) || [...text.matchAll(run)].some(([each]) => mayBeKey(each))

/** Masks the credentials of a whole text, so that no sentence of it has a part of one. */
export const maskText = (text: string): string => maskSecrets(text)

/** Whether a sentence has a line that {@link maskText} left out. */
export const isMasked = (sentence: string): boolean => sentence.includes("[line left out: it looks like a")
