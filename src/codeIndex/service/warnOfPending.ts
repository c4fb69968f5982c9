import type { IndexState } from "../model/answers.ts"

/** The warning of an answer from an index that is being brought up to date. */
export const warnOfPending = ({ files, pending }: IndexState): string => {
  const done = pending === 0 ? "" : `: ${files - pending} of ${files} files are done`
  return `Indexing goes on in the background${done}. Until it ends, references are still being linked, and lists of them are incomplete; ask again for what is missing.`
}
