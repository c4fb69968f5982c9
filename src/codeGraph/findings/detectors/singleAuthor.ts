import { authorName } from "../../evolution/people.ts"
import { declareInHistory, placeOfFile } from "../History.ts"

const minCommits = 10
const minComplexity = 50
const minAuthors = 5

export const singleAuthor = declareInHistory({
  id: "single-author",
  category: "people",
  finds: `A complex file where all of ${minCommits} or more of the newest commits are by one person, in a team of ${minAuthors} or more.`,
  why: "Nobody else knows why it is as it is.",
  fix: "Have someone else make, or review, the next change.",
  confidence: 0.6,
  off: "In many projects one maintainer makes most commits everywhere.",
  inHistory: ({ authors, files }) =>
    authors.size < minAuthors
      ? []
      : files.flatMap(({ commits, complexity, path }) => {
          const own = new Set(commits.map(authorName))
          const [name = ""] = own
          if (own.size !== 1 || commits.length < minCommits || complexity < minComplexity) return []
          return [
            {
              severity: "info" as const,
              ...placeOfFile(path),
              title: `Only ${name} changed it in its newest ${commits.length} commits.`
            }
          ]
        })
})
