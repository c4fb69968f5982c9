import type { IndexState } from "../model/answers.ts"

/** Shorter than this, a look back says nothing about what is to come. */
const minMillis = 2000

/**
 * Makes a function that says in how many milliseconds all files will be done, by how many were done since it was first asked;
 * undefined where that is not known. Files are counted twice, once when they are read and once when their references are linked:
 * it starts over when fewer are done than before.
 */
export const makePace = () => {
  let first: { readonly at: number; readonly done: number } | undefined
  let last = 0
  return ({ files, pending }: IndexState, now: number): number | undefined => {
    const done = files - pending
    if (pending === 0) first = undefined
    else if (first === undefined || done < last) first = { at: now, done }
    last = done
    if (first === undefined || done === first.done || now - first.at < minMillis) return undefined
    return ((now - first.at) / (done - first.done)) * pending
  }
}
