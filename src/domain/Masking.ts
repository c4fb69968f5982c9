import { findSecrets, mayHaveSecrets } from "./Secrets.ts"

const keyStart = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/
const keyEnd = /-----END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/

/** Maximum number of lines masked for a key whose other end is missing. */
const maxKeyLines = 200

/** Removes the sign that a patch puts in front of a line. */
const stripPatchSign = (line: string): string => (/^[+\- ]/.test(line) ? line.slice(1) : line)

const maskLine = (line: string, what: string): string => {
  const sign = line.slice(0, line.length - stripPatchSign(line).length)
  return `${sign}[line left out: it looks like a ${what}]`
}

const kindIn = (text: string): string | undefined => findSecrets(text)[0]?.kind

/** Whether a line starts a hunk or a file of a patch, where no key continues. */
const startsHunk = (line: string): boolean => /^(?:@@ |diff --git )/.test(line)

/** Finds the last line of a private key, or the last line that could belong to it. */
const findKeyEnd = (lines: ReadonlyArray<string>, start: number): number => {
  for (const [index, line] of lines.slice(start, start + maxKeyLines + 1).entries()) {
    if (keyEnd.test(line)) return start + index
    if (index > 0 && startsHunk(line)) return start + index - 1
  }
  return Math.min(lines.length - 1, start + maxKeyLines)
}

/** Finds the first line that could belong to a key whose beginning is missing. */
const findKeyStart = (lines: ReadonlyArray<string>, end: number): number => {
  const start = Math.max(0, end - maxKeyLines)
  return start + lines.slice(start, end).findLastIndex(startsHunk) + 1
}

/** Whether a line, alone or joined with the next one, may look like a credential. Most texts have none. */
const mayNeedMask = (text: string, lines: ReadonlyArray<string>): boolean =>
  text.includes("PRIVATE KEY") ||
  mayHaveSecrets(text) ||
  mayHaveSecrets(lines.map((line) => stripPatchSign(line).trim()).join(" "))

/**
 * Replaces every line that looks like a credential, alone or joined with the next line, and all lines of a private key.
 * Whole lines are replaced so that no part of a secret can be pieced together.
 */
export const maskSecrets = (text: string): string => {
  const lines = text.split("\n")
  if (!mayNeedMask(text, lines)) return text
  const kinds: Array<string | undefined> = lines.map((line) => kindIn(line))
  let keyLinesEnd = 0
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1]
    if (index < keyLinesEnd) continue
    if (keyStart.test(line)) {
      keyLinesEnd = findKeyEnd(lines, index) + 1
      kinds.fill("private key", index, keyLinesEnd)
    } else if (keyEnd.test(line)) kinds.fill("private key", findKeyStart(lines, index), index + 1)
    else if (next !== undefined && kinds[index] === undefined && kinds[index + 1] === undefined) {
      const both = kindIn(`${stripPatchSign(line).trimEnd()} ${stripPatchSign(next).trim()}`)
      if (both !== undefined) kinds.fill(both, index, index + 2)
    }
  }
  return lines
    .map((line, index) => {
      const kind = kinds[index]
      return kind === undefined ? line : maskLine(line, kind)
    })
    .join("\n")
}

/** Characters read behind a cut. Longer credentials are recognised by less than that. */
const maxLookaheadChars = 4_096

/**
 * Masks the first characters of a text, also where only a part of a credential is among them: cut first, it would no longer look
 * like one.
 */
export const maskStart = (text: string, maxChars: number): string => {
  const shown = text
    .slice(0, maxChars)
    .replace(/[\ud800-\udbff]$/, "")
    .split("\n")
  const read = text.slice(0, maxChars + maxLookaheadChars)
  const lines = read.split("\n")
  const masked = maskSecrets(read).split("\n")
  // A line stays a line, so that the cut one is known: as much of it as is shown, unless it is masked.
  return masked
    .slice(0, shown.length)
    .map((line, index) => (line === lines[index] ? (shown[index] ?? "") : line))
    .join("\n")
}
