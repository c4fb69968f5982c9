import { declareInProject } from "../Detector.ts"
import { findThreshold, gradeExcess, placeOfFile, type ProjectFile } from "../Project.ts"

const minLines = 1000

const lengthOf = ({ definitions }: ProjectFile): number =>
  definitions.reduce((most, { endLine }) => Math.max(most, endLine), 0)

export const largeFile = declareInProject({
  id: "large-file",
  category: "design",
  finds: `A file of ${minLines} lines or more that is far longer than most of this project.`,
  why: "What it is about has no name, and changes of different reasons meet in it.",
  fix: "Split it by what changes together.",
  confidence: 0.3,
  off: "Of 16 that were judged 5 helped: tables, documentation, overloads and tests in the file make it long.",
  inProject: ({ production }) => {
    const long = findThreshold(production.map(lengthOf), minLines)
    return production
      .filter((file) => lengthOf(file) >= long && file.definitions.length >= 10)
      .map((file) => ({
        severity: gradeExcess(lengthOf(file), long),
        ...placeOfFile(file.path),
        title: `It has ${lengthOf(file)} lines and ${file.definitions.length} definitions.`
      }))
  }
})
