import { invalidRevisionList } from "./QuotedContent.ts"

/** Where git says that somebody else's lock is in the way: which file. */
const lockOf = (detail: string): string | undefined => {
  const lock = /Unable to create '([^']+\.lock)': File exists/.exec(detail)?.[1]
  const config = /could not lock config file (.+): File exists/.exec(detail)?.[1]
  return lock ?? (config === undefined ? undefined : `${config}.lock`)
}

/** The settings that git's words are about, as far as they name any. */
const settingsIn = (detail: string): ReadonlyArray<string> =>
  detail.includes(invalidRevisionList)
    ? ["blame.ignoreRevsFile", "fetch.fsck.skipList", "fsck.skipList"].filter(
        (key, _, all) => detail.includes(key) || !all.some((one) => detail.includes(one))
      )
    : [...detail.matchAll(/config value for ('.*)$/g)].flatMap(([, keys = ""]) =>
        [...keys.matchAll(/'([\w.-]+)'/g)].map(([, key = ""]) => key)
      )

const settingRemedy = (keys: ReadonlyArray<string>): string =>
  `Correct or remove what it names. Where it is set: ${keys.map((key) => `git config --show-origin --get-all ${key}`).join(" or ")}`

const remedies: ReadonlyArray<readonly [cause: RegExp, remedy: string]> = [
  [
    /No space left on device|Out of diskspace|Disk quota exceeded/,
    "There is no room left where the repository is; make some and try again."
  ],
  [
    /^(?:unexpected|unknown) line in |shallow line|graft data|the git directory names a path|object director/,
    "A file of the git directory is damaged, or a link to another; look at it before you use this repository."
  ],
  [/Read-only file system|Permission denied|insufficient permission/, "Check who may write where the repository is."]
]

/** What the user can do where git failed with these words, as far as they tell. */
export const findHint = (detail: string): string | undefined => {
  const lock = lockOf(detail)
  const keys = settingsIn(detail)
  if (keys.length > 0) return settingRemedy(keys)
  return lock === undefined
    ? remedies.find(([cause]) => cause.test(detail))?.[1]
    : `If no git is at work any more, a killed one left this file; remove it: ${lock}`
}
