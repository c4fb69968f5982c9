import type { Definition, Facts, Import, Reference, ValueIndex } from "../../adapters/parser/facts/Facts.ts"
import type { ProjectFile } from "./Project.ts"

/** A reference whose target is known, at its place. */
export interface LinkedReference {
  readonly path: string
  readonly name: string
  readonly kind: string
  readonly how: string
  readonly within: string
  readonly line: number
  readonly column: number
}

/** Where a value comes from: a module or a global name, and the members that lead from there. */
export interface Origin {
  /** Specifier of the import; empty for a global name. */
  readonly module: string
  /** Names from there: `["os", "system"]` for a global, `["system"]` for an import of `os`. */
  readonly names: ReadonlyArray<string>
}

/** A file with its facts and links, one at a time in memory. */
export interface FileFacts {
  readonly file: ProjectFile
  readonly facts: Facts
  readonly links: ReadonlyArray<LinkedReference>
}

const maxDepth = 20

const originOfImport = (found: Import | undefined, names: ReadonlyArray<string>): Origin | undefined => {
  if (found === undefined) return undefined
  const isWhole = ["*", "", "default"].includes(found.imported)
  return { module: found.module, names: isWhole ? names : [found.imported, ...names] }
}

/** Follows the members of a value to where they come from. Undefined for a value of the file itself. */
const originOf = (facts: Facts, index: ValueIndex): Origin | undefined => {
  const names: Array<string> = []
  let at = index
  for (let depth = 0; depth < maxDepth; depth += 1) {
    const value = facts.values[at]
    if (value?.tag === "global") return { module: "", names: [value.name, ...names] }
    if (value?.tag === "import") return originOfImport(facts.imports[value.import], names)
    if (value?.tag !== "member") return undefined
    names.unshift(value.name)
    at = value.of
  }
  return undefined
}

/** Formats an origin as `os.system`, `node:fs.readFileSync` or `eval`. */
const formatOrigin = ({ module, names }: Origin): string =>
  module === "" ? names.join(".") : [module, ...names].join(".")

/** The definition that a reference is in. */
export const ownerOf = ({ facts }: FileFacts, { within }: Reference): Definition | undefined =>
  facts.definitions[within]

/** The place of a reference in a detection. */
export const placeOfReference = (file: FileFacts, reference: Reference) => ({
  path: file.file.path,
  name: ownerOf(file, reference)?.qualifiedName ?? "",
  startLine: reference.line,
  endLine: reference.line
})

/** The place of a definition of the file in a detection. */
export const placeOfDefinition = (file: FileFacts, { lines, qualifiedName }: Definition) => ({
  path: file.file.path,
  name: qualifiedName,
  startLine: lines.start,
  endLine: lines.end
})

/** Lists the uses of what a table names, by its formatted origin. */
export const findUses = <Found>(
  file: FileFacts,
  kinds: ReadonlyArray<Reference["kind"]>,
  table: (origin: string) => Found | undefined
): ReadonlyArray<{ readonly reference: Reference; readonly origin: string; readonly found: Found }> =>
  file.facts.references.flatMap((reference) => {
    if (!kinds.includes(reference.kind)) return []
    const origin = originOf(file.facts, reference.value)
    if (origin === undefined) return []
    const name = formatOrigin(origin)
    const found = table(name)
    return found === undefined ? [] : [{ reference, origin: name, found }]
  })

/** The first use of each subject; `more` is how many others the file has, as ` (2 more in this file)`. */
export const findFirstUses = <Use>(uses: ReadonlyArray<Use>, subjectOf: (use: Use) => string) =>
  [...Map.groupBy(uses, subjectOf)].flatMap(([subject, [first, ...others]]) => {
    const more = others.length === 0 ? "" : ` (${others.length} more in this file)`
    return first === undefined ? [] : [{ subject, first, more }]
  })
