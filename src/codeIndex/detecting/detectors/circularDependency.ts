import { type FileImport, findCycles } from "../../graph/imports.ts"
import { declareInProject } from "../Detector.ts"
import { nameSome, placeOfFile, type ProjectFile } from "../Project.ts"

/** Languages in which what a file needs while it loads matters. */
const loadsInOrder = /^(?:typescript|javascript|tsx|python)$/

/** Whether a file imports the package that it is in, as `from . import x` of Python does for its module `x`. */
const isOwnPackage = ({ from, to }: FileImport): boolean =>
  /(?:^|\/)__init__\.py$/.test(to) && from.startsWith(to.slice(0, -"__init__.py".length))

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

/** Finds what a compiler wrote: it has declarations of its types in its folder, and a source of its name elsewhere. */
const findCompiled = (paths: ReadonlyArray<string>): ReadonlySet<string> => {
  const all = new Set(paths)
  const sources = new Set(paths.filter((path) => /(?<!\.d)\.tsx?$/.test(path)).map(nameOf))
  return new Set(
    paths.filter((path) => {
      const stem = path.replace(/\.[cm]?js$/, "")
      if (stem === path || !["d.ts", "d.cts", "d.mts"].some((end) => all.has(`${stem}.${end}`))) return false
      return sources.has(`${nameOf(stem)}.ts`) || sources.has(`${nameOf(stem)}.tsx`)
    })
  )
}

/** Whether it is imported in a function, that is when the function is called. */
const isLate = ({ line }: FileImport, { definitions }: ProjectFile): boolean =>
  definitions.some(
    ({ endLine, kind, startLine }) => ["function", "method"].includes(kind) && startLine < line && line <= endLine
  )

export const circularDependency = declareInProject({
  id: "circular-dependency",
  category: "architecture",
  finds: "Files that import each other, directly or through others, when the program starts.",
  why: "None of them can be understood, tested or moved alone, and which one loads first decides what is undefined.",
  fix: "Move what they share into a file that imports none of them, or import only types or later.",
  confidence: 0.9,
  inProject: ({ files, imports, needsTypesOnly, production }) => {
    const compiled = findCompiled(files.map(({ path }) => path))
    const own = new Map(production.filter(({ path }) => !compiled.has(path)).map((file) => [file.path, file]))
    const inside = imports.filter((each) => {
      const file = own.get(each.from)
      const isCode = file !== undefined && own.has(each.to) && loadsInOrder.test(file.language)
      if (!isCode || isOwnPackage(each) || isLate(each, file)) return false
      return !/^(?:typescript|tsx)$/.test(file.language) || !needsTypesOnly(each.from, each.to)
    })
    return findCycles(inside).flatMap((paths) => {
      const members = new Set(paths)
      const closing = inside.find(({ from, isStatic, to }) => isStatic && members.has(from) && members.has(to))
      if (closing === undefined) return []
      return [
        {
          severity: paths.length >= 10 ? ("high" as const) : ("medium" as const),
          ...placeOfFile(closing.from, closing.line),
          title: `${paths.length} files import each other: ${nameSome(paths, 4)}.`,
          key: paths.join("\0")
        }
      ]
    })
  }
})
