import { authorName } from "../../evolution/people.ts"
import { declareInHistory, placeOfFile } from "../History.ts"

const minCommits = 5
const minShare = 0.7
const awaySeconds = 180 * 86_400

export const departedAuthor = declareInHistory({
  id: "departed-author",
  category: "people",
  finds: "A file that was changed mostly by someone who has committed nothing for half a year.",
  why: "Whoever could say why it is as it is may not be there any more.",
  fix: "Find out what it relies on and note it, before it has to change.",
  confidence: 0.6,
  off: "The newest commits of a busy project do not reach back half a year.",
  inHistory: ({ files, lastTimes, now }) =>
    files.flatMap(({ commits, path }) => {
      if (commits.length < minCommits) return []
      const [most] = [...Map.groupBy(commits, authorName)].toSorted(([, a], [, b]) => b.length - a.length)
      const [name = "", own = []] = most ?? []
      if (own.length < commits.length * minShare || now - (lastTimes.get(name) ?? now) < awaySeconds) return []
      return [
        {
          severity: "info" as const,
          ...placeOfFile(path),
          title: `${own.length} of its newest ${commits.length} commits are by ${name}, who has committed nothing for half a year.`
        }
      ]
    })
})
