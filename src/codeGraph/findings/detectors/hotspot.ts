import { declareInHistory, leaveOutSweeping, maxFilesOfOne, placeOfFile } from "../History.ts"

const minCommits = 10
const minComplexity = 100
const maxHotspots = 5

export const hotspot = declareInHistory({
  id: "hotspot",
  category: "change",
  finds: `One of the ${maxHotspots} files with the most changes × complexity, a complexity of ${minComplexity} or more, changed ${minCommits} times or more in the newest 500 commits, those that changed more than ${maxFilesOfOne} files aside.`,
  why: "Most mistakes are made where code is hard to change and changed often.",
  fix: "Simplify it before the next change, or split what changes from what does not.",
  confidence: 0.89,
  inHistory: ({ files }) =>
    leaveOutSweeping(files)
      .filter(({ commits, complexity }) => commits.length >= minCommits && complexity >= minComplexity)
      .toSorted(
        (a, b) => b.commits.length * b.complexity - a.commits.length * a.complexity || (a.path < b.path ? -1 : 1)
      )
      .slice(0, maxHotspots)
      .map(({ commits, complexity, path }, rank) => ({
        severity: rank < 3 ? ("medium" as const) : ("low" as const),
        ...placeOfFile(path),
        title: `${commits.length} of the newest commits changed it, and its complexity is ${complexity}.`
      }))
})
