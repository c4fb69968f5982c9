import { plainName } from "../../domain/AnchorName.ts"
import { listWords, splitIdentifier } from "../../domain/identifiers.ts"

/** What a tag asks for. */
export interface Tag {
  /** As given. */
  readonly text: string
  /** In lower case; all of it without separators, if it has several parts. */
  readonly whole: string
  readonly parts: ReadonlyArray<string>
  /** Whether it is written as names are, `userService` or `Session`, and not as words are, `user service` or `session`. */
  readonly isIdentifier: boolean
  /** All of it, without the arguments of a call, if that has no white space, so that it may be a qualified name. */
  readonly name?: string
}

/** Characters that the index keeps in a word. */
const wordPattern = /[\p{L}\p{N}]+/gu
/** Maximum parts of a tag; a longer one is a sentence. */
const maxParts = 8

const isWord = (word: string): boolean => word.length > 0

/**
 * Parses a tag: `userService`, `user-service` and `user service` ask for the same words, but only the first two for a name.
 * Undefined if it has no letter or digit.
 */
export const parseTag = (text: string): Tag | undefined => {
  const parts = [...text.matchAll(wordPattern)]
    .flatMap(([word]) => splitIdentifier(word))
    .map((part) => part.toLowerCase())
    .filter(isWord)
    .slice(0, maxParts)
  if (parts.length === 0) return undefined
  const name = plainName(text)
  const isName = !/\s/.test(name)
  const isIdentifier = isName && (parts.length > 1 || /\p{Lu}/u.test(text))
  return { text, whole: parts.join(""), parts, isIdentifier, ...(isName ? { name } : {}) }
}

/** Whether a name has what a tag asks for: all of it in a row, or each part. */
export const matchesTag = ({ parts, whole }: Tag, name: string): boolean => {
  // Every word is a part of the name, so that most names need not be split.
  const lower = name.toLowerCase()
  if (!parts.every((part) => lower.includes(part))) return false
  const words = listWords([name])
  return words.has(whole) || parts.every((part) => words.has(part)) || [...words].some((word) => word.startsWith(whole))
}
