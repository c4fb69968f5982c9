/** Where git says that somebody else's lock is in the way: which file. */
const lockOf = (detail: string): string | undefined => {
  const lock = /Unable to create '([^']+\.lock)': File exists/.exec(detail)?.[1]
  const config = /could not lock config file (.+): File exists/.exec(detail)?.[1]
  return lock ?? (config === undefined ? undefined : `${config}.lock`)
}

const remedies: ReadonlyArray<readonly [cause: RegExp, remedy: string]> = [
  [
    /No space left on device|Out of diskspace|Disk quota exceeded/,
    "There is no room left where the repository is; make some and try again."
  ],
  [/Read-only file system|Permission denied|insufficient permission/, "Check who may write where the repository is."]
]

/** What the user can do where git failed with these words, as far as they tell. */
export const remedyOf = (detail: string): string | undefined => {
  const lock = lockOf(detail)
  return lock === undefined
    ? remedies.find(([cause]) => cause.test(detail))?.[1]
    : `If no git is at work any more, a killed one left this file; remove it: ${lock}`
}
