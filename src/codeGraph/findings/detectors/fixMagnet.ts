import { declareInHistory, type FileHistory, leaveOutSweeping, maxFilesOfOne, placeOfFile } from "../History.ts"

const minFixes = 8
const minShare = 2 / 3
/** Where most commits are fixes, a file is only remarkable if clearly more of its own are. */
const minTimesUsual = 1.25
/** A series of fixes within a few days is the end of one change. */
const minDays = 5
const secondsPerDay = 86_400

/** An issue that a commit is about, which may ask for anything: "fixes #12" is no repair by itself. */
const reference =
  /\(?\b(?:fix(?:es|ed)?|close[sd]?|resolve[sd]?):?\s+(?:issues?\s+|bugs?\s+)?(?:[\w./-]*#\d+|gh-\d+|https?:\S+)(?:[\s,&]*(?:and\s+)?#\d+)*\)?/gi
const repair = String.raw`(?:(?:bug|hot)?-?fix(?:e[sd]|ing)?|repair(?:s|ed)?|revert(?:s|ed)?|regression)\b`
/** The parts of the project that a subject names first: `[api] http: ` or `feat(api): `. */
const scope = new RegExp(String.raw`^(?:(?!${repair})(?:\[[^\]]*\]|[\w./-]+(?:\([^)]*\))?!?:)\s*)+`, "i")
/** A repair that comes after other work is no part of it. */
const fix = new RegExp(String.raw`^\W*${repair}`, "i")
/** Says nothing, or that nothing was wrong with what the code does. */
const noFix =
  /^\W*(?:bug|hot)?-?fix(?:e[sd]|ing)?(?:\([^)]*\))?!?:?\s*(?:bugs?|issues?|errors?|problems?|it)?\W*$|\b(?:typos?|lint(?:er|ing)?|tox|style|formatting|spelling|whitespace|indentation|comments?|translations?|l10n)\b/i

type Commits = FileHistory["commits"]

/** Characters of a subject that are looked at: the patterns above take quadratic time. */
const maxSubjectChars = 300

const isFix = (subject: string): boolean => {
  const said = subject.slice(0, maxSubjectChars).replace(reference, "").trim().replace(scope, "")
  return fix.test(said) && !noFix.test(said)
}

const findFixes = (commits: Commits): Commits => commits.filter(({ subject }) => isFix(subject))

/** The share of fixes among all commits that changed code. */
const findUsualShare = (files: ReadonlyArray<FileHistory>): number => {
  const commits = [...new Map(files.flatMap((file) => file.commits).map((each) => [each.commit, each])).values()]
  return findFixes(commits).length / Math.max(1, commits.length)
}

export const fixMagnet = declareInHistory({
  id: "fix-magnet",
  category: "change",
  finds: `A file where ${minFixes} or more, at least two of three, and clearly more than in the whole project, of the newest commits are fixes.`,
  why: "What was wrong that often is likely to be wrong again.",
  fix: "Look at what the fixes have in common, and test that before the next change.",
  off: "7 of 10 findings were useful (.70): the others are corrections of different kinds, often of what is new.",
  confidence: 0.7,
  inHistory: (history) => {
    const files = leaveOutSweeping(history.files)
    const share = Math.max(minShare, findUsualShare(files) * minTimesUsual)
    return files.flatMap(({ commits, path }) => {
      const fixes = findFixes(commits)
      if (fixes.length < minFixes || fixes.length < commits.length * share) return []
      if (new Set(fixes.map(({ authorTime }) => Math.floor(authorTime / secondsPerDay))).size < minDays) return []
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
