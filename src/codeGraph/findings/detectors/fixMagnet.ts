import { declareInHistory, type FileHistory, leaveOutSweeping, maxFilesOfOne, placeOfFile } from "../History.ts"

const leastFixes = 8
const leastShare = 2 / 3
/** Where most commits are fixes, a file is only remarkable if clearly more of its own are. */
const leastTimesUsual = 1.25
/** A series of fixes within a few days is the end of one change. */
const leastDays = 5
const secondsPerDay = 86_400

const fix = /^(?:fix|bug|hotfix|revert|repair|regression)\b|\bfix(?:es|ed)?\b/i
/** Says nothing, or that nothing was wrong with what the code does. */
const noFix = /^\W*fix(?:es|ed)?\W*$|\b(?:typos?|lint(?:er|ing)?|spelling|whitespace|indentation|comments?)\b/i

type Commits = FileHistory["commits"]

const findFixes = (commits: Commits): Commits =>
  commits.filter(({ subject }) => fix.test(subject) && !noFix.test(subject))

/** The share of fixes among all commits that changed code. */
const findUsualShare = (files: ReadonlyArray<FileHistory>): number => {
  const commits = [...new Map(files.flatMap((file) => file.commits).map((each) => [each.commit, each])).values()]
  return findFixes(commits).length / Math.max(1, commits.length)
}

export const fixMagnet = declareInHistory({
  id: "fix-magnet",
  category: "change",
  finds: `A file where ${leastFixes} or more, at least two of three, and clearly more than in the whole project, of the newest commits are fixes.`,
  why: "What was wrong that often is likely to be wrong again.",
  fix: "Look at what the fixes have in common, and test that before the next change.",
  off: "9 of 12 findings were useful (.75): commits that close an issue, whatever it is about, say that they fix it.",
  confidence: 0.8,
  inHistory: (history) => {
    const files = leaveOutSweeping(history.files)
    const share = Math.max(leastShare, findUsualShare(files) * leastTimesUsual)
    return files.flatMap(({ commits, path }) => {
      const fixes = findFixes(commits)
      if (fixes.length < leastFixes || fixes.length < commits.length * share) return []
      if (new Set(fixes.map(({ authorTime }) => Math.floor(authorTime / secondsPerDay))).size < leastDays) return []
      return [
        {
          severity: "low" as const,
          ...placeOfFile(path),
          title: `${fixes.length} of its newest ${commits.length} commits are fixes, those that changed more than ${maxFilesOfOne} files aside.`
        }
      ]
    })
  }
})
