import type { ObjectId } from "../../domain/ObjectId.ts"
import type { PatchOptions } from "../../adapters/git/CommitChange.ts"
import { maxNameChars } from "../../domain/identifiers.ts"
import { extractChangedLines, splitPatch, resumeHeader } from "../model/patchText.ts"
import type { IsExcluded } from "../model/excludedPaths.ts"

/** Limits the memory that a patch takes. */
export interface WordLimits {
  /** Minimum bytes to process at a time. Longer lines are split. */
  readonly chunkBytes: number
  /** Maximum total length of the words, in characters; further words are dropped. */
  readonly maxChars: number
}

const defaultLimits: WordLimits = { chunkBytes: 256 * 1024, maxChars: 4_000_000 }

/** A word of the full-text index, including the `_` and `-` of identifiers. */
const wordRun = /[\p{L}\p{N}\p{Co}][\p{L}\p{M}\p{N}\p{Co}_-]*/gu
const isAscii = /^[\w-]*$/
/** Longest run, in characters; longer runs are data in any script. */
const maxRunChars = 10_000

const isWord = (part: string): boolean => part !== "" && (part.length <= maxNameChars || !isAscii.test(part))

/** Returns a run as one word, or the parts of a long one. Long parts without `_` or `-` are data and dropped. */
const splitRun = (found: string): ReadonlyArray<string> => {
  if (found.length <= maxNameChars) return [found]
  return found.length <= maxRunChars ? found.split(/[_-]+/).filter(isWord) : []
}

/** Whether a byte may be part of a run. */
const isInRun = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 128 || isAscii.test(String.fromCharCode(byte)) ? 1 : 0
)
const endsRun = (byte: number): boolean => isInRun[byte] === 0

/** Collects distinct words up to a total length. */
const makeWordSet = (maxChars: number) => {
  const found = new Set<string>()
  let size = 0
  const add = (word: string) => {
    if (size > maxChars || found.has(word)) return
    size += word.length + 1
    // Copies the word: a slice would keep the whole text in memory.
    found.add(Buffer.from(word).toString())
  }
  return {
    addLine: (line: string) =>
      line
        .slice(1)
        .match(wordRun)
        ?.forEach((letters) => splitRun(letters).forEach(add)),
    isFull: () => size > maxChars,
    text: () => Array.from(found).join(" ")
  }
}

const lineFeed = 10

/** Returns the offset after the last complete line. */
export const lastLineEnd = (bytes: Buffer): number => bytes.lastIndexOf(lineFeed) + 1

/** Reads a patch in chunks. Each starts with a header that makes it a valid patch. */
const makePatchReader = (first: Buffer, isExcluded: IsExcluded, { chunkBytes, maxChars }: WordLimits) => {
  const words = makeWordSet(maxChars)
  let parts: Array<Buffer> = []
  let size = 0
  let isSkipping = false

  const keepRest = (patch: Buffer, end: number, from = end) => {
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
    const line = lastLineEnd(patch)
    const isLong = patch.length - line > chunkBytes
    const end = isLong ? patch.findLastIndex(endsRun) + 1 : line
    readTo(patch, end)
    // Skips a run longer than a chunk.
    isSkipping = patch.length - end > chunkBytes
    keepRest(patch, isSkipping ? line + 1 : end, isSkipping ? patch.length : end)
  }
  keepRest(first, lastLineEnd(first))
  return {
    push: (chunk: Uint8Array) => {
      if (words.isFull()) return
      const start = isSkipping ? chunk.findIndex(endsRun) : 0
      if (start === -1) return
      isSkipping = false
      parts.push(Buffer.from(chunk.subarray(start)))
      size += chunk.length - start
      if (size > chunkBytes) read()
    },
    words: () => {
      const patch = Buffer.concat(parts)
      readTo(patch, patch.length)
      return words.text()
    }
  }
}

/** Collects the words of patches beyond the bytes that are passed on. */
interface PatchWords {
  /** Option for `Git.patches`. */
  readonly rest: NonNullable<PatchOptions["onOverflow"]>
  /** Removes and returns the words after the first bytes of a commit's patch; empty if the patch was not cut. */
  readonly take: (commit: ObjectId) => string
}

/**
 * Collects the words of added and removed lines after the first bytes of a patch, except in excluded files: each once, in
 * order, up to 4 million characters. An incomplete last line of the first bytes counts as after them. Runs of more than 80
 * ASCII letters and digits are not words. Needs memory for the words and a few MB.
 */
export const makePatchWords = (isExcluded: IsExcluded, limits: WordLimits = defaultLimits): PatchWords => {
  const readers = new Map<ObjectId, ReturnType<typeof makePatchReader>>()
  return {
    rest: ({ bytes, commit }) => {
      const reader = makePatchReader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), isExcluded, limits)
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
