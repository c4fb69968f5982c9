import { invalidRevisionList } from "./QuotedContent.ts"

/** Finds the lock file that blocks git. */
const findLockFile = (detail: string): string | undefined => {
  const lock = /Unable to create '([^']+\.lock)': File exists/.exec(detail)?.[1]
  const config = /could not lock config file (.+): File exists/.exec(detail)?.[1]
  return lock ?? (config === undefined ? undefined : `${config}.lock`)
}

/** Finds the settings named in an error of git. */
const findSettings = (detail: string): ReadonlyArray<string> =>
  detail.includes(invalidRevisionList)
    ? ["blame.ignoreRevsFile", "fetch.fsck.skipList", "fsck.skipList"].filter(
        (key, _, all) => detail.includes(key) || !all.some((one) => detail.includes(one))
      )
    : [...detail.matchAll(/config value for ('.*)$/g)].flatMap(([, keys = ""]) =>
        [...keys.matchAll(/'([\w.-]+)'/g)].map(([, key = ""]) => key)
      )

const hintForSettings = (keys: ReadonlyArray<string>): string =>
  `Correct or remove the setting. To see where it is set: ${keys.map((key) => `git config --show-origin --get-all ${key}`).join(" or ")}`

const hints: ReadonlyArray<readonly [cause: RegExp, hint: string]> = [
  [
    /No space left on device|Out of diskspace|Disk quota exceeded/,
    "The disk of the repository is full. Free some space and try again."
  ],
  [
    /^(?:unexpected|unknown) line in |shallow line|graft data|the git directory names a path|object director/,
    "A file in the git directory is damaged or a symbolic link. Inspect it before you use this repository."
  ],
  [
    /Read-only file system|Permission denied|insufficient permission/,
    "Check the permissions of the repository's files."
  ]
]

/** Suggests what the user can do about an error of git. Undefined for unknown errors. */
export const findHint = (detail: string): string | undefined => {
  const lock = findLockFile(detail)
  const keys = findSettings(detail)
  if (keys.length > 0) return hintForSettings(keys)
  return lock === undefined
    ? hints.find(([cause]) => cause.test(detail))?.[1]
    : `If no git process is running, a killed one left this lock file. Remove it: ${lock}`
}
