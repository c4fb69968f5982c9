import type { Facts } from "../../adapters/parser/facts/Facts.ts"
import { typeKinds } from "../../adapters/parser/facts/typeKinds.ts"
import { isReceiver } from "./parametersOf.ts"

/** Names of shapes with modules, and with globals, that files declare for others: most repositories have none. */
export const ambientModules = "ambient modules"
export const ambientGlobals = "ambient globals"

/** The name under which shapes list a module that `declare module` describes. */
export const ambientModule = (module: string): string => `module ${module}`

/** The same of a global of TypeScript, or of a member of one that several files may declare: `Window.request`. */
export const ambientGlobal = (name: string): string => `global ${name}`

/** The same of a global that this file says the bases of. */
export const ambientBases = (name: string): string => `global bases ${name}`

/** The imports of a file that are not within a module that it declares, of which the line counts. */
const ownImports = ({ definitions, imports }: Facts): Facts["imports"] => {
  const declared = definitions.filter(({ container, kind }) => kind === "module" && container === "")
  if (declared.length === 0) return imports
  let at = 0
  return imports
    .toSorted((a, b) => a.line - b.line)
    .filter(({ line }) => {
      while ((declared[at]?.lines.end ?? line) < line) at += 1
      return line < (declared[at]?.lines.start ?? line + 1)
    })
}

/** Whether a file of TypeScript is no module: what it declares at the top level is global. */
const isScript = (language: string, facts: Facts): boolean =>
  language === "typescript" &&
  facts.exports.length === 0 &&
  ownImports(facts).every(({ kind, local }) => local === "" && kind !== "static")

/** What a file of TypeScript declares for others without an export: indexes of definitions with the names for shapes. */
export const findAmbient = (language: string, facts: Facts): ReadonlyArray<readonly [index: number, name: string]> => {
  const ofScript = isScript(language, facts)
  // Tests assign to an object of the same name: `global.fetch = …`.
  const isDeclared = facts.definitions.some(
    ({ container, kind, name }) => kind === "namespace" && name === "global" && container === ""
  )
  return facts.definitions.flatMap(({ container, kind, name, owner }, index) => {
    if (kind === "module") return container === "" && owner === -1 ? [[index, ambientModule(name)] as const] : []
    const isGlobal =
      (isDeclared && container === "global") || (ofScript && container === "" && owner === -1 && name !== "global")
    return isGlobal ? [[index, ambientGlobal(name)] as const] : []
  })
}

/** The names of what is within global interfaces and namespaces, to which other files may add. */
const namesWithin = ({ definitions }: Facts, ambient: ReturnType<typeof findAmbient>): ReadonlyArray<string> => {
  const globals = new Set(ambient.flatMap(([index, name]) => (name.startsWith(ambientGlobal("")) ? [index] : [])))
  /** By the qualified name. */
  const open = new Map<string, string>()
  return definitions.flatMap(({ bases, container, kind, name, qualifiedName }, index) => {
    const around = open.get(container)
    if (around === undefined && !globals.has(index)) return []
    const known = around === undefined ? name : `${around}.${name}`
    if (kind === "interface" || kind === "namespace") open.set(qualifiedName, known)
    return bases.length > 0 ? [ambientGlobal(known), ambientBases(known)] : [ambientGlobal(known)]
  })
}

/** The names that shapes list for what a file declares without an export. */
export const ambientNamesOf = (facts: Facts, ambient: ReturnType<typeof findAmbient>): ReadonlyArray<string> => {
  const names = [...ambient.map(([, name]) => name), ...(ambient.length === 0 ? [] : namesWithin(facts, ambient))]
  const modules = names.some((name) => name.startsWith(ambientModule(""))) ? [ambientModules] : []
  const globals = names.some((name) => name.startsWith(ambientGlobal(""))) ? [ambientGlobals] : []
  return [...new Set([...names, ...modules, ...globals])].toSorted()
}

/**
 * Names under which other files find definitions: those of the top level, extensions of C#, and `Pool.acquire` for members of a
 * type that another file defines, or of what several files open: a namespace of C++, or any type of Ruby.
 */
export const namesOf = (
  language: string,
  { definitions }: Facts,
  roots: ReadonlyArray<number>
): ReadonlyArray<string> => {
  const isOpen = (kind: string): boolean =>
    language === "ruby" || (kind === "namespace" && (language === "c" || language === "cpp"))
  const own = new Set(
    definitions.flatMap(({ kind, qualifiedName }) => (typeKinds.has(kind) && !isOpen(kind) ? [qualifiedName] : []))
  )
  const found = roots.flatMap((index) => {
    const { container, isExported, kind, name, owner, parameters = [] } = definitions[index] ?? {}
    if (name === undefined || container === undefined || kind === "impl") return []
    if (language === "csharp" && parameters.slice(0, 1).some(isReceiver)) return [name]
    if (container !== "") return own.has(container) ? [] : [`${container}.${name}`]
    // Names of a Go package are visible in all of its files.
    return owner === -1 && (isExported === true || language === "go") ? [name] : []
  })
  return [...new Set(found)].toSorted()
}
