import type { Detected } from "../model/findings.ts"
import type { ProjectFiles } from "../views/projectFiles.ts"
import { changesParameter } from "./changesParameter.ts"
import { makeGoVersions, minorOfGo } from "./makeGoVersions.ts"
import { isProbing, isUnusedOnPurpose, isWithin } from "./unusedOnPurpose.ts"

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

/** What only a module of ECMAScript has. */
const ofModule = /^\s*(?:import|export)\b|\bmodule\.exports\b|^\s*exports\./

/** Lines above and below a use in which code may ask whether it can be used. */
const guardLines = { above: 12, below: 2 }

const isGuarded = (lines: ReadonlyArray<string>, at: number, guard: RegExp): boolean =>
  lines.slice(Math.max(0, at - guardLines.above), at + 1 + guardLines.below).some((line) => guard.test(line))

const matchesAny = (lines: ReadonlyArray<string>, pattern: RegExp): boolean => lines.some((line) => pattern.test(line))

const isRefuted = (found: Detected, lines: ReadonlyArray<string>): boolean => {
  const {
    changedParameter,
    endLine,
    guardedBy,
    knownBy,
    lineMustMatch,
    mayProbe,
    needsModule,
    refutedBy,
    rightWithin,
    startLine
  } = found
  const at = startLine - 1
  if (lineMustMatch !== undefined && !new RegExp(lineMustMatch).test(lines[at] ?? "")) return true
  if (guardedBy !== undefined && isGuarded(lines, at, new RegExp(guardedBy))) return true
  if (knownBy !== undefined && matchesAny(lines, new RegExp(knownBy))) return true
  if (rightWithin !== undefined && isWithin(lines, at, new RegExp(rightWithin))) return true
  if (mayProbe === true && isProbing(lines, at)) return true
  if (needsModule === true && !lines.some((line) => ofModule.test(line))) return true
  const range = { start: startLine, end: endLine }
  if (changedParameter !== undefined && !changesParameter(lines, { ...changedParameter, ...range })) return true
  return (
    refutedBy !== undefined &&
    (isUnusedOnPurpose(lines, at) || lines.some((line, index) => countWord(line, refutedBy) > (index === at ? 1 : 0)))
  )
}

const readSuppressed = (line: string): ReadonlyArray<string> =>
  (comment.exec(line)?.[1]?.split(",") ?? []).map((detector) => detector.trim())

/** Detectors about functions that other linters have rules for too. */
const measured = new Set(["complex-function", "deep-nesting", "long-function"])
/** How people tell those linters that a function is long or complex on purpose. */
const accepted =
  /\bnoqa:.*\b(?:C901|PLR09\d\d)\b|\bpylint:\s*disable=.*\btoo-many-|\beslint-disable\S*\s.*\b(?:complexity|max-(?:depth|lines|statements))|\bNOSONAR\b|\bnolint:.*\b(?:cyclop|funlen|gocognit|gocyclo|nestif)\b|@SuppressWarnings\(.*(?:Complexity|MethodLength|S3776)|\bclippy::(?:cognitive_complexity|too_many_lines)\b/
/** Lines of a head with its decorators and annotations, on which such a comment may be. */
const headLines = 6

/** The same of blocks in blocks, which these linters report where the innermost is. */
const acceptedInside =
  /\beslint-disable\S*\s.*\bmax-depth\b|\bpylint:\s*disable=.*\btoo-many-nested-blocks\b|\bnolint:.*\bnestif\b|\bclippy::excessive_nesting\b/

const isAccepted = ({ detector, endLine, startLine }: Detected, lines: ReadonlyArray<string>): boolean =>
  (measured.has(detector) &&
    lines.slice(Math.max(0, startLine - 2), startLine - 1 + headLines).some((line) => accepted.test(line))) ||
  (detector === "deep-nesting" && lines.slice(startLine - 1, endLine).some((line) => acceptedInside.test(line)))

const isSuppressed = ({ detector, name, startLine }: Detected, lines: ReadonlyArray<string>): boolean => {
  const near = [lines[startLine - 1], lines[startLine - 2], ...(name === "" ? lines.slice(0, maxHeadLines) : [])]
  return near.some((line) => line !== undefined && readSuppressed(line).includes(detector))
}

/**
 * Reads the files of detections. Leaves out detections that the text refutes, and those that a comment
 * suppresses: on their first line, on the one above it, or at the start of the file if they are about all of it; a comment
 * for another linter also, in the head of a function that is long or complex.
 */
export const checkTexts = (files: ProjectFiles, found: ReadonlyArray<Detected>) => {
  const linesOf = new Map<string, ReadonlyArray<string>>()
  const readLines = (path: string): ReadonlyArray<string> => {
    const known = linesOf.get(path)
    if (known !== undefined) return known
    const lines = files.readText(path)?.split("\n") ?? []
    linesOf.clear()
    linesOf.set(path, lines)
    return lines
  }
  const goVersion = makeGoVersions(files)
  const isTooNew = ({ neededGo, path }: Detected): boolean =>
    neededGo !== undefined && (goVersion(path) ?? 0) < minorOfGo(neededGo)
  const right = found.filter((each) => !isTooNew(each) && !isRefuted(each, readLines(each.path)))
  const kept = right.filter((each) => {
    const lines = readLines(each.path)
    return !isSuppressed(each, lines) && !isAccepted(each, lines)
  })
  return { kept, suppressed: right.length - kept.length }
}
