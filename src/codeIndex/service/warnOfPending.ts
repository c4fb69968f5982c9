import type { IndexState } from "../model/answers.ts"

/** Up to this time seconds are given, above it minutes. */
const maxSeconds = 90

/** Rounds up, because what is asked for too early is asked for twice. */
const formatRest = (millis: number): string => {
  const seconds = Math.ceil(millis / 5000) * 5
  return seconds <= maxSeconds ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}

/** The warning of an answer from an index that is being brought up to date. `restMillis`: how long the other files will take. */
export const warnOfPending = ({ files, pending }: IndexState, restMillis?: number): string => {
  const rest = restMillis === undefined ? "" : `, the others in about ${formatRest(restMillis)}`
  const done = pending === 0 ? "" : `: ${files - pending} of ${files} files are done${rest}`
  return `Indexing goes on in the background${done}. Until it ends, references are still being linked, and lists of them are incomplete; ask again for what is missing.`
}
