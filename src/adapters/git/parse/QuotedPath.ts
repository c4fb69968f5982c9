import { decodePath, encodePath } from "./PathBytes.ts"

const escapes: ReadonlyMap<string, number> = new Map([
  ["a", 7],
  ["b", 8],
  ["t", 9],
  ["n", 10],
  ["v", 11],
  ["f", 12],
  ["r", 13],
  ['"', 34],
  ["\\", 92]
])

const letters: ReadonlyMap<number, string> = new Map([...escapes].map(([letter, code]) => [code, letter]))

/** Quotes bytes in double quotes with C escapes, as git does with `core.quotePath`. */
const quote = (bytes: Uint8Array): string => {
  const parts = Array.from(bytes, (byte) => {
    const letter = letters.get(byte)
    if (letter !== undefined) return `\\${letter}`
    return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, "0")}`
  })
  return `"${parts.join("")}"`
}

/** Formats a path for display: unchanged if it is valid text, otherwise as git quotes it. */
export const formatPath = (path: string): string => (path.isWellFormed() ? path : quote(encodePath(path)))

const escape = /\\[0-3][0-7]{2}/

/**
 * Parses a path in the quoting of git: `"na\357ve"`, or `na\357ve`, which a shell makes of it. Undefined for text
 * without octal escapes.
 */
export const parseQuotedPath = (text: string): string | undefined => {
  if (!escape.test(text)) return undefined
  const path = unquotePath(text.startsWith('"') && text.endsWith('"') ? text : `"${text}"`)
  return path === text || path.startsWith('"') ? undefined : path
}

/**
 * Decodes a path at the end of an output line of git: unquoted, or in double quotes with C escapes if it contains a
 * quote, a backslash or a control character (`core.quotePath`). Returns other text unchanged.
 */
export const unquotePath = (text: string): string => {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return text
  const quoted = text.slice(1, -1)
  if (/(?<!\\)(?:\\\\)*\\$/.test(quoted)) return text
  const bytes: Array<Uint8Array> = []
  for (const part of quoted.matchAll(/\\([0-3][0-7]{2})|\\(.)|[^\\]+/gsu)) {
    const [whole, octal, letter] = part
    if (octal !== undefined) bytes.push(Uint8Array.of(Number.parseInt(octal, 8)))
    else if (letter === undefined) bytes.push(encodePath(whole))
    else {
      const code = escapes.get(letter)
      if (code === undefined) return text
      bytes.push(Uint8Array.of(code))
    }
  }
  return decodePath(Buffer.concat(bytes))
}
