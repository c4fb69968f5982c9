import { declareInFile } from "../Detector.ts"
import { type FileFacts, findFirstUses, findUses, placeOfDefinition, placeOfReference } from "../FileFacts.ts"

const boxes = /^(?:java\.lang\.)?(?:Boolean|Byte|Character|Double|Float|Integer|Long|Short)$/

const findBoxes = (file: FileFacts) => {
  const uses = findUses(file, ["new"], (origin) => (boxes.test(origin) ? true : undefined))
  return findFirstUses(uses, ({ origin }) => origin).map(({ first, more, subject }) => {
    const title = `new ${subject} makes an object each time, and is deprecated for removal since Java 9${more}.`
    return { ...placeOfReference(file, first.reference), name: "", title, key: subject }
  })
}

const findFinalizers = (file: FileFacts) =>
  file.facts.definitions
    .filter(({ kind, name, parameters }) => kind === "method" && name === "finalize" && parameters.length === 0)
    .map((definition) => ({
      ...placeOfDefinition(file, definition),
      title: `${definition.qualifiedName} runs late or never; finalizers are deprecated for removal since Java 18.`
    }))

export const outdatedJavaApi = declareInFile({
  id: "outdated-java-api",
  category: "correctness",
  finds: "What Java has deprecated for removal: constructors such as new Integer, and finalize.",
  why: "Compilers warn of it, and a version to come will not have it.",
  fix: "Use Integer.valueOf and the like, and try-with-resources or a Cleaner instead of finalize.",
  confidence: 0.9,
  inFile: (file) =>
    file.file.language === "java"
      ? [...findBoxes(file), ...findFinalizers(file)].map((each) => ({ severity: "low" as const, ...each }))
      : []
})
