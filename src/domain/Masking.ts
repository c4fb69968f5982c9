import { findSecrets } from "./Secrets.ts"

const keyStart = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/
const keyEnd = /-----END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/

/** Maximum number of lines masked for a key whose other end is missing. */
const maxKeyLines = 200

/** Removes the sign that a patch puts in front of a line. */
const stripPatchSign = (line: string): string => (/^[+\- ]/.test(line) ? line.slice(1) : line)

const maskLine = (line: string, what: string): string => {
  const sign = /^[+\- ]/.exec(line)?.[0] ?? ""
  return `${sign}[line left out: it looks like a ${what}]`
}

const kindIn = (text: string): string | undefined => findSecrets(text)[0]?.kind

/** Finds the last line of a private key, or the last line that could belong to it. */
const findKeyEnd = (lines: ReadonlyArray<string>, start: number): number => {
  if (keyEnd.test(lines[start] ?? "")) return start
  for (let index = start + 1; index < lines.length && index - start <= maxKeyLines; index++) {
    const line = lines[index] ?? ""
    if (keyEnd.test(line)) return index
    if (/^(?:@@ |diff --git )/.test(line)) return index - 1
  }
  return Math.min(lines.length - 1, start + maxKeyLines)
}

/** Finds the first line that could belong to a key whose beginning is missing. */
const findKeyStart = (lines: ReadonlyArray<string>, end: number): number => {
  let start = end
  while (start > 0 && end - start < maxKeyLines && !/^(?:@@ |diff --git )/.test(lines[start - 1] ?? "")) start -= 1
  return start
}

/**
 * Replaces every line that looks like a credential, alone or joined with the next line, and all lines of a private key.
 * Whole lines are replaced so that no part of a secret can be pieced together.
 */
export const maskSecrets = (text: string): string => {
  const lines = text.split("\n")
  const kinds: Array<string | undefined> = lines.map((line) => kindIn(line))
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ""
    if (keyStart.test(line)) {
      const end = findKeyEnd(lines, index)
      kinds.fill("private key", index, end + 1)
      index = end
    } else if (keyEnd.test(line)) kinds.fill("private key", findKeyStart(lines, index), index + 1)
    else if (index + 1 < lines.length && kinds[index] === undefined && kinds[index + 1] === undefined) {
      const both = kindIn(`${stripPatchSign(line).trimEnd()} ${stripPatchSign(lines[index + 1] ?? "").trim()}`)
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
