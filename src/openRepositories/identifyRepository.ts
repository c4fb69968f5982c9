import { dirname, join } from "node:path"
import { statOrUndefined } from "../adapters/git/process/FileFingerprint.ts"

const identify = (path: string): string | undefined => {
  const found = statOrUndefined(path)
  return found === undefined ? undefined : `${found.dev} ${found.ino} ${found.birthtimeNs}`
}

/** Identifies the `.git` at or above a directory. */
const identifyGit = (directory: string): string => {
  const parent = dirname(directory)
  return identify(join(directory, ".git")) ?? (parent === directory ? "none" : identifyGit(parent))
}

/**
 * Identifies the repository at an absolute directory, by the directory and the `.git` at or above it: another repository
 * that takes its place has another identity. Synchronous, because it takes microseconds.
 */
export const identifyRepository = (directory: string): string =>
  `${identify(directory) ?? "none"}, ${identifyGit(directory)}`
