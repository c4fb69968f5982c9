import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, posix, relative, sep } from "node:path"
import { parseSync } from "oxc-parser"

/** One import or re-export of a file. */
export interface Import {
  /** As written: `effect/process`, `node:fs`, or the path from the root: `src/adapters/git/Git.ts`, `./test/support/runGit.ts`. */
  readonly target: string
  /** The names taken, `*` for a whole module; empty for a dynamic import. */
  readonly names: ReadonlyArray<string>
  /** Whether the import is gone once types are. */
  readonly typeOnly: boolean
  readonly reexport: boolean
}

/** A source file as the rules see it. */
export interface Source {
  /** From the root, `/` separated: `src/adapters/git/Git.ts`. */
  readonly path: string
  readonly text: string
  readonly imports: ReadonlyArray<Import>
  /** Values that the file exports and declares itself; types are not among them. */
  readonly values: ReadonlyArray<string>
}

const root = join(import.meta.dirname, "..", "..")

const resolve = (path: string, request: string): string => {
  if (!request.startsWith(".")) return request
  const target = posix.join(dirname(path), request)
  return target.startsWith("src/") ? target : `./${target}`
}

/** Reads the imports of a file with a real parser. A dynamic import must name its module by a literal. */
export const source = (path: string, text: string): Source => {
  const parsed = parseSync(path, text)
  const broken = parsed.errors[0]
  if (broken !== undefined) throw new Error(`${path}: ${broken.message}`)
  const { dynamicImports, staticExports, staticImports } = parsed.module
  const imports = staticImports.map((found) => ({
    target: resolve(path, found.moduleRequest.value),
    names: found.entries.map((entry) => entry.importName.name ?? "*"),
    typeOnly: /^import\s+type\b/.test(text.slice(found.start, found.end)),
    reexport: false
  }))
  const reexports = staticExports.flatMap((found) =>
    found.entries.flatMap((entry) =>
      entry.moduleRequest === null
        ? []
        : [
            {
              target: resolve(path, entry.moduleRequest.value),
              names: [entry.importName.name ?? "*"],
              typeOnly: entry.isType,
              reexport: true
            }
          ]
    )
  )
  const dynamic = dynamicImports.flatMap((found) => {
    const literal = /^["']([^"']+)["']$/.exec(text.slice(found.moduleRequest.start, found.moduleRequest.end))
    if (literal?.[1] !== undefined)
      return [{ target: resolve(path, literal[1]), names: [], typeOnly: false, reexport: false }]
    // A test may go through all modules of a folder, and uses none of them by that.
    if (path.startsWith("src/")) throw new Error(`${path}: a dynamic import must name its module by a literal`)
    return []
  })
  const values = staticExports.flatMap((found) =>
    found.entries.flatMap(({ exportName, isType, moduleRequest }) =>
      isType || moduleRequest !== null || exportName.name === null ? [] : [exportName.name]
    )
  )
  return { path, text, imports: [...imports, ...reexports, ...dynamic], values }
}

/** Paths of all files under a folder of the project, `/` separated, in order. */
export const filesUnder = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .toSorted()

/** All TypeScript files under a folder of the project. */
export const sourcesUnder = (folder: string): ReadonlyArray<Source> =>
  filesUnder(folder)
    .filter((path) => path.endsWith(".ts"))
    .map((path) => source(path, readFileSync(join(root, path), "utf8")))
