/**
 * Maximum stack bytes that the parser, which recurses without a limit, needs for one occurrence of a character that can
 * open a nesting level. Measured with files that nest one construct until the parser runs out of stack.
 */
const costs: ReadonlyArray<readonly [characters: string, bytes: number]> = [
  ["([", 1000],
  ["{", 1300],
  ["<", 800],
  ["=", 600],
  [":", 450],
  ["?", 400],
  ["@", 300],
  ["!~+-*/%&|^.,", 140],
  ["`", 70]
]

const keywordCost = 500
const keywords =
  /\b(?:abstract|as|async|asserts|await|class|delete|do|else|extends|for|function|global|if|in|infer|instanceof|keyof|module|namespace|new|readonly|satisfies|static|typeof|unique|void|while|with|yield)\b/g

const costOf = new Uint16Array(128)
for (const [characters, bytes] of costs) {
  for (const character of characters) costOf[character.charCodeAt(0)] = bytes
}

/**
 * Estimates an upper bound, in bytes, of the stack needed to parse a text, as if everything that can open a level
 * stayed open. Ordinary source needs about 45 bytes per character.
 */
export const estimateStackBytes = (text: string): number => {
  let need = 0
  for (let at = 0; at < text.length; at += 1) need += costOf[text.charCodeAt(at)] ?? 0
  for (const _ of text.matchAll(keywords)) need += keywordCost
  return need
}
