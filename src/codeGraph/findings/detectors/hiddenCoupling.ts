import { posix } from "node:path"
import { declareInHistory, placeOfFile } from "../History.ts"

export const hiddenCoupling = declareInHistory({
  id: "hidden-coupling",
  category: "change",
  finds: "Two files of different folders that change together although neither refers to the other.",
  why: "Whoever changes one does not see that the other has to change, too.",
  fix: "Make what they share explicit, or note it where each of them says so.",
  confidence: 0.6,
  off: "Files often change together because of one wide edit, and languages of one project cannot refer to each other.",
  inHistory: ({ couplings }) =>
    couplings
      .filter(({ isKnown, other, path }) => !isKnown && path < other && posix.dirname(path) !== posix.dirname(other))
      .map(({ confidence, other, path, reverseConfidence }) => ({
        severity: "low" as const,
        ...placeOfFile(path),
        title: `It changes together with ${other} (${Math.round(Math.min(confidence, reverseConfidence) * 100)} % of the changes of each).`,
        key: other
      }))
})
