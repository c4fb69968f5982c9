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

/**
 * A path as git prints it where a line ends it: as it is, or in double quotes with C escapes when it holds a quote,
 * a backslash or a control character (gitformat: `core.quotePath`). Text in another form is returned unchanged.
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
