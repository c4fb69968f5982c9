import { declareInHistory, leaveOutSweeping, maxFilesOfOne, placeOfFile } from "../History.ts"

const leastCommits = 10
const leastComplexity = 100
const most = 5

export const hotspot = declareInHistory({
  id: "hotspot",
  category: "change",
  finds: `One of the ${most} files with the most changes × complexity, a complexity of ${leastComplexity} or more, changed ${leastCommits} times or more in the newest 500 commits, those that changed more than ${maxFilesOfOne} files aside.`,
  why: "Most mistakes are made where code is hard to change and changed often.",
  fix: "Simplify it before the next change, or split what changes from what does not.",
  confidence: 0.89,
  inHistory: ({ files }) =>
    leaveOutSweeping(files)
      .filter(({ commits, complexity }) => commits.length >= leastCommits && complexity >= leastComplexity)
      .toSorted(
        (a, b) => b.commits.length * b.complexity - a.commits.length * a.complexity || (a.path < b.path ? -1 : 1)
      )
      .slice(0, most)
      .map(({ commits, complexity, path }, rank) => ({
        severity: rank < 3 ? ("medium" as const) : ("low" as const),
        ...placeOfFile(path),
        title: `${commits.length} of the newest commits changed it, and its complexity is ${complexity}.`
      }))
})
