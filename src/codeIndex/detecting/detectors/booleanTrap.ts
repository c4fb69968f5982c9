import { declareInFile } from "../Detector.ts"
import { placeOfDefinition } from "../FileFacts.ts"

const minFlags = 2
const boolean = /:\s*(?:bool|boolean|Boolean)\b/g

export const booleanTrap = declareInFile({
  id: "boolean-trap",
  category: "design",
  finds: `A function with ${minFlags} or more parameters that are true or false.`,
  why: "What save(true, false) means cannot be read where it is called.",
  fix: "Pass named options, or make functions with names of their own.",
  confidence: 0.5,
  off: "In languages with named arguments calls read well, and many such functions are private.",
  inFile: (file) =>
    file.facts.definitions
      .filter(({ isExported, kind }) => isExported && ["function", "method"].includes(kind))
      .flatMap((definition) => {
        const [parameters = ""] = definition.signature.split(/\)\s*(?::|->|\{|$)/)
        const count = parameters.match(boolean)?.length ?? 0
        if (count < minFlags) return []
        return [
          {
            severity: "info" as const,
            ...placeOfDefinition(file, definition),
            title: `${definition.qualifiedName} has ${count} parameters that are true or false.`
          }
        ]
      })
})
