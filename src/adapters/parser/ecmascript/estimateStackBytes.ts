/**
 * Bytes of stack that the parser, which recurses without a limit of its own, needs at most for one occurrence of what
 * can open a nesting level. Measured with files that nest one construct until the parser runs out of stack.
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
 * Upper bound, in bytes, of the stack that parsing a text can take, whatever the text: as if everything that can open
 * a level stayed open. Ordinary sources come to about 45 bytes a character.
 */
export const estimateStackBytes = (text: string): number => {
  let need = 0
  for (let at = 0; at < text.length; at += 1) need += costOf[text.charCodeAt(at)] ?? 0
  for (const _ of text.matchAll(keywords)) need += keywordCost
  return need
}
