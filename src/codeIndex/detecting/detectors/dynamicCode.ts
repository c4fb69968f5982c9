import { declareInFile } from "../Detector.ts"
import { findUses, placeOfReference } from "../FileFacts.ts"

const evaluating: Readonly<Record<string, RegExp>> = {
  python: /^(?:eval|exec|builtins\.(?:eval|exec))$/,
  ruby: /^(?:eval)$/,
  php: /^(?:eval|create_function)$/
}
const ofECMAScript =
  /^(?:eval|Function|globalThis\.eval|window\.eval|(?:node:)?vm\.(?:runInThisContext|runInNewContext|runInContext))$/

export const dynamicCode = declareInFile({
  id: "dynamic-code",
  category: "security",
  finds: "A call of eval, exec, new Function or the like.",
  why: "Whoever decides what the text says decides what the program does.",
  fix: "Parse the text as data, or choose among functions by name.",
  confidence: 0.2,
  off: "Of 30 that were judged 5 helped: templates, consoles, sandboxes and bundled libraries run text by design.",
  inFile: (file) => {
    const { language } = file.file
    const table = /script|tsx/.test(language) ? ofECMAScript : evaluating[language]
    if (table === undefined) return []
    return findUses(file, ["call", "new"], (origin) => (table.test(origin) ? true : undefined)).map(
      ({ origin, reference }) => ({
        severity: "medium" as const,
        ...placeOfReference(file, reference),
        title: `${origin} runs text as code.`,
        key: origin
      })
    )
  }
})
