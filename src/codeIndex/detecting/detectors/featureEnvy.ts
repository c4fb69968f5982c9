import { declareInFile } from "../Detector.ts"
import { placeOfDefinition } from "../FileFacts.ts"

const minForeign = 8
const times = 3

const containerOf = (name: string): string => name.replace(/(?:\.|::|#)[^.:#]+$/, "")

export const featureEnvy = declareInFile({
  id: "feature-envy",
  category: "design",
  finds: `A method that refers to members of one other class ${minForeign} times or more, and far less to those of its own.`,
  why: "It changes whenever that class does, and belongs next to what it uses.",
  fix: "Move it, or the part that uses the other class, into that class.",
  confidence: 0.5,
  off: "Visitors, builders and adapters are about another class on purpose.",
  inFile: (file, project) =>
    file.facts.definitions
      .filter(({ container, kind }) => kind === "method" && container !== "")
      .flatMap((definition) => {
        const uses = file.links.filter(({ name, within }) => within === definition.qualifiedName && /[.:#]/.test(name))
        const counts = new Map<string, number>()
        for (const { name, path } of uses) {
          const key = `${path}\0${containerOf(name)}`
          counts.set(key, (counts.get(key) ?? 0) + 1)
        }
        const own = counts.get(`${file.file.path}\0${definition.container}`) ?? 0
        const [most] = [...counts]
          .filter(([key]) => key !== `${file.file.path}\0${definition.container}`)
          .toSorted(([, a], [, b]) => b - a)
        const [key = "", count = 0] = most ?? []
        const [path = "", name = ""] = key.split("\0")
        if (count < minForeign || count < own * times || project.find(path, name)?.kind !== "class") return []
        return [
          {
            severity: "low" as const,
            ...placeOfDefinition(file, definition),
            title: `${definition.qualifiedName} refers ${count} times to members of ${name}, and ${own} times to those of its own class.`,
            key
          }
        ]
      })
})
