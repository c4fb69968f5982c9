import type { ObjectId } from "../../domain/ObjectId.ts"
import type { PatchOptions } from "../../adapters/git/CommitChange.ts"
import { maxNameChars } from "../model/identifiers.ts"
import { extractChangedLines, splitPatch, resumeHeader } from "../model/patchText.ts"
import type { IsExcluded } from "../model/excludedPaths.ts"

/** What limits how much memory a patch takes. */
export interface WordLimits {
  /** Bytes that are read at once, at least. A line is read in parts where it is longer. */
  readonly atOnce: number
  /** Characters of all words; those found after so many are not taken. */
  readonly most: number
}

const usual: WordLimits = { atOnce: 256 * 1024, most: 4_000_000 }

/** What the full-text index has as one word, with the joints of identifiers. */
const run = /[\p{L}\p{N}\p{Co}][\p{L}\p{M}\p{N}\p{Co}_-]*/gu
const isAscii = /^[\w-]*$/
/** Characters of a run beyond which it is data in any script. */
const longestRun = 10_000

const isWord = (part: string): boolean => part !== "" && (part.length <= maxNameChars || !isAscii.test(part))

/** The words of a run: itself, of a long one its parts. So many letters and digits without a joint are data. */
const wordsOf = (found: string): ReadonlyArray<string> => {
  if (found.length <= maxNameChars) return [found]
  return found.length <= longestRun ? found.split(/[_-]+/).filter(isWord) : []
}

/** Whether a byte may be in a run. */
const isInRun = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 128 || isAscii.test(String.fromCharCode(byte)) ? 1 : 0
)
const endsRun = (byte: number): boolean => isInRun[byte] === 0

/** Words, each once, so many characters of them. */
const makeCollection = (most: number) => {
  const found = new Set<string>()
  let size = 0
  const add = (word: string) => {
    if (size > most || found.has(word)) return
    size += word.length + 1
    // What is cut out of a text would keep all of it.
    found.add(Buffer.from(word).toString())
  }
  return {
    addLine: (line: string) =>
      line
        .slice(1)
        .match(run)
        ?.forEach((letters) => wordsOf(letters).forEach(add)),
    isFull: () => size > most,
    text: () => Array.from(found).join(" ")
  }
}

const lineFeed = 10

/** Where the last whole line of a patch ends that is cut anywhere. */
export const endOfLines = (bytes: Buffer): number => bytes.lastIndexOf(lineFeed) + 1

/** Reads a patch in parts, each of which begins with what makes it a patch. */
const makeLocalReader = (first: Buffer, isExcluded: IsExcluded, { atOnce, most }: WordLimits) => {
  const words = makeCollection(most)
  let parts: Array<Buffer> = []
  let size = 0
  let inData = false

  const keep = (patch: Buffer, end: number, from = end) => {
    parts = [resumeHeader(patch, end), Buffer.from(patch.subarray(from))]
    size = patch.length - from
  }
  const readTo = (patch: Buffer, end: number) => {
    for (const file of splitPatch(patch.subarray(0, end))) {
      if (!isExcluded(file.path)) extractChangedLines(file).forEach(words.addLine)
    }
  }
  const read = () => {
    const patch = Buffer.concat(parts)
    const line = endOfLines(patch)
    const isLong = patch.length - line > atOnce
    const end = isLong ? patch.findLastIndex(endsRun) + 1 : line
    readTo(patch, end)
    // A run that is as long as all that is read at once is passed over.
    inData = patch.length - end > atOnce
    keep(patch, inData ? line + 1 : end, inData ? patch.length : end)
  }
  keep(first, endOfLines(first))
  return {
    push: (chunk: Uint8Array) => {
      if (words.isFull()) return
      const start = inData ? chunk.findIndex(endsRun) : 0
      if (start === -1) return
      inData = false
      parts.push(Buffer.from(chunk.subarray(start)))
      size += chunk.length - start
      if (size > atOnce) read()
    },
    words: () => {
      const patch = Buffer.concat(parts)
      readTo(patch, patch.length)
      return words.text()
    }
  }
}

/** Words of patches that are longer than what is kept of them. */
export interface PatchWords {
  /** For `Git.patches`. */
  readonly rest: NonNullable<PatchOptions["onOverflow"]>
  /** The words after the first bytes of a commit's patch that was told; none where those are all of it. */
  readonly take: (commit: ObjectId) => string
}

/**
 * Collects the words of added and removed lines from what comes after the first bytes of a patch, but of files left out:
 * each once, in the order in which they come, until they have 4 million characters. A last line of the first bytes that
 * is cut counts as coming after them. Runs of more than 80 ASCII letters and digits are no words. Takes the memory of
 * the words and a few MB.
 */
export const makePatchWords = (isExcluded: IsExcluded, limits: WordLimits = usual): PatchWords => {
  const readers = new Map<ObjectId, ReturnType<typeof makeLocalReader>>()
  return {
    rest: ({ bytes, commit }) => {
      const reader = makeLocalReader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), isExcluded, limits)
      readers.set(commit, reader)
      return reader.push
    },
    take: (commit) => {
      const words = readers.get(commit)?.words() ?? ""
      readers.delete(commit)
      return words
    }
  }
}
