import { Buffer } from "node:buffer"
import { join } from "node:path"
import { readContentOrNothing } from "../extracting/readContent.ts"
import type { Detected } from "../model/findings.ts"

/** `ultragit-ignore god-class, long-function: reason`. Without a reason it does not count. */
const comment = /ultragit-ignore\s+([\w-]+(?:\s*,\s*[\w-]+)*)\s*:\s*\S/

/** Lines at the start of a file where a comment suppresses findings about the whole file. */
const maxHeadLines = 10

const identifierPart = /[\p{L}\p{N}_$]/u

/** Counts how often a word stands in a line by itself, not as a part of another. */
const countWord = (line: string, word: string): number => {
  let count = 0
  for (let at = line.indexOf(word); at !== -1; at = line.indexOf(word, at + 1)) {
    if (!identifierPart.test(line[at - 1] ?? "") && !identifierPart.test(line[at + word.length] ?? "")) count += 1
  }
  return count
}

/** Comments by which people say that a name is not used on purpose. */
const intended = /\bnoqa\b|eslint-disable|allow\(dead_code|allow\(unused/

const isRefuted = ({ lineMustMatch, refutedBy, startLine }: Detected, lines: ReadonlyArray<string>): boolean => {
  const first = lines[startLine - 1] ?? ""
  if (lineMustMatch !== undefined && !new RegExp(lineMustMatch).test(first)) return true
  return (
    refutedBy !== undefined &&
    (intended.test(`${lines[startLine - 2] ?? ""}\n${first}`) ||
      lines.some((line, index) => countWord(line, refutedBy) > (index === startLine - 1 ? 1 : 0)))
  )
}

const readSuppressed = (line: string): ReadonlyArray<string> =>
  (comment.exec(line)?.[1]?.split(",") ?? []).map((detector) => detector.trim())

const isSuppressed = ({ detector, name, startLine }: Detected, lines: ReadonlyArray<string>): boolean => {
  const near = [lines[startLine - 1], lines[startLine - 2], ...(name === "" ? lines.slice(0, maxHeadLines) : [])]
  return near.some((line) => line !== undefined && readSuppressed(line).includes(detector))
}

/**
 * Reads the files of detections in a work tree. Leaves out detections that the text refutes, and those that a comment
 * suppresses: on their first line, on the one above it, or at the start of the file if they are about all of it.
 */
export const checkTexts = (root: string, found: ReadonlyArray<Detected>) => {
  const linesOf = new Map<string, ReadonlyArray<string>>()
  const readLines = (path: string): ReadonlyArray<string> => {
    const known = linesOf.get(path)
    if (known !== undefined) return known
    const lines =
      readContentOrNothing(Buffer.from(join(root, path)))
        ?.toString()
        .split("\n") ?? []
    linesOf.clear()
    linesOf.set(path, lines)
    return lines
  }
  const right = found.filter((each) => !isRefuted(each, readLines(each.path)))
  const kept = right.filter((each) => !isSuppressed(each, readLines(each.path)))
  return { kept, suppressed: right.length - kept.length }
}
