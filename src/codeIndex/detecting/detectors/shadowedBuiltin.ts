import { declareInFile } from "../Detector.ts"
import { placeOfDefinition } from "../FileFacts.ts"

const builtins =
  /^(?:all|any|bool|bytes|callable|chr|dict|dir|enumerate|eval|exec|filter|float|format|hash|id|input|int|isinstance|iter|len|list|map|max|min|next|object|open|print|range|repr|reversed|round|set|slice|sorted|str|sum|super|tuple|type|vars|zip)$/

export const shadowedBuiltin = declareInFile({
  id: "shadowed-builtin",
  category: "design",
  finds: "A function, class or variable of a Python module with the name of a builtin.",
  why: "In the rest of the module that name no longer means what everyone expects.",
  fix: "Rename it, with a trailing underscore if need be.",
  confidence: 0.6,
  off: "Modules whose users write module.open() choose such names on purpose.",
  inFile: (file) =>
    file.file.language === "python"
      ? file.facts.definitions
          .filter(({ name, owner }) => owner === -1 && builtins.test(name))
          .map((definition) => ({
            severity: "info" as const,
            ...placeOfDefinition(file, definition),
            title: `${definition.name} hides the builtin of that name.`
          }))
      : []
})
