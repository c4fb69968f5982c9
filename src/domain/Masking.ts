import { findSecrets } from "./Secrets.ts"

const keyStart = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/
const keyEnd = /-----END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/

/** Lines of a key that has no end here. */
const maxKeyLines = 200

/** Without the sign that a patch puts before it. */
const stripPatchSign = (line: string): string => (/^[+\- ]/.test(line) ? line.slice(1) : line)

const maskLine = (line: string, what: string): string => {
  const sign = /^[+\- ]/.exec(line)?.[0] ?? ""
  return `${sign}[line left out: it looks like a ${what}]`
}

const kindIn = (text: string): string | undefined => findSecrets(text)[0]?.kind

/** Where a private key's lines end: with its last line, or where no more of it can be. */
const findKeyEnd = (lines: ReadonlyArray<string>, start: number): number => {
  if (keyEnd.test(lines[start] ?? "")) return start
  for (let index = start + 1; index < lines.length && index - start <= maxKeyLines; index++) {
    const line = lines[index] ?? ""
    if (keyEnd.test(line)) return index
    if (/^(?:@@ |diff --git )/.test(line)) return index - 1
  }
  return Math.min(lines.length - 1, start + maxKeyLines)
}

/** The first line of a key whose beginning is not shown. */
const findKeyStart = (lines: ReadonlyArray<string>, end: number): number => {
  let start = end
  while (start > 0 && end - start < maxKeyLines && !/^(?:@@ |diff --git )/.test(lines[start - 1] ?? "")) start -= 1
  return start
}

/**
 * A text with every line left out that has what looks like a credential, alone or together with the line after it, and
 * with all lines of a private key. Whole lines: what is not sent cannot be pieced together.
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
