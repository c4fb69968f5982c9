/** Letters of scripts that are written without spaces between words. */
const run =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]{2,}/gu
/** The blocks that these scripts are in, and few others: most texts have none of them. */
const blocks = /[\u0e00-\u1fff\u2e80-\uffff]/

/** Every two letters that stand side by side, in a row: a phrase of them is found anywhere in a longer run. */
const pairsOf = (letters: string): string => {
  const all = Array.from(letters)
  return all
    .slice(1)
    .map((letter, index) => `${all[index] ?? ""}${letter}`)
    .join(" ")
}

/** What an index of whole words lacks to find parts of runs of letters without spaces: of each run in the text its pairs. */
export const listBigrams = (text: string): ReadonlyArray<string> =>
  blocks.test(text) ? [...new Set(text.match(run) ?? [])].map(pairsOf) : []
