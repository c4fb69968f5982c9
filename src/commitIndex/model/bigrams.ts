import { Array as Arrays } from "effect"

/** A run of letters in a script that does not put spaces between words. */
const unspacedRun =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]{2,}/gu
/** Unicode blocks that contain these scripts; a quick test that most texts fail. */
const blocks = /[\u0e00-\u1fff\u2e80-\uffff]/

/** Joins the overlapping bigrams of a run with spaces, so that a phrase query finds them inside a longer run. */
const joinBigrams = (letters: string): string => {
  const all = Array.from(letters)
  return Arrays.zipWith(all, all.slice(1), (letter, next) => letter + next).join(" ")
}

/** Lists the bigrams of each unspaced run, which a full-text index of whole words needs to find parts of the run. */
export const listBigrams = (text: string): ReadonlyArray<string> =>
  blocks.test(text) ? [...new Set(text.match(unspacedRun) ?? [])].map(joinBigrams) : []
