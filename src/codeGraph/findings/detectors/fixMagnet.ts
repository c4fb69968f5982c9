import { declareInHistory, placeOfFile } from "../History.ts"

const leastFixes = 8
const leastShare = 2 / 3

const fix = /^(?:fix|bug|hotfix|revert|repair|regression)\b|\bfix(?:es|ed)?\b/i

export const fixMagnet = declareInHistory({
  id: "fix-magnet",
  category: "change",
  finds: `A file where ${leastFixes} or more, and at least two of three, of the newest commits are fixes.`,
  why: "What was wrong that often is likely to be wrong again.",
  fix: "Look at what the fixes have in common, and test that before the next change.",
  confidence: 0.8,
  inHistory: ({ files }) =>
    files.flatMap(({ commits, path }) => {
      const fixes = commits.filter(({ subject }) => fix.test(subject)).length
      if (fixes < leastFixes || fixes < commits.length * leastShare) return []
      return [
        {
          severity: "low" as const,
          ...placeOfFile(path),
          title: `${fixes} of its newest ${commits.length} commits are fixes.`
        }
      ]
    })
})
