import type { Facts, ImportKind } from "../../adapters/parser/facts/Facts.ts"
import type { Evaluator } from "./Evaluator.ts"
import type { LinkRules } from "./LinkRules.ts"
import type { LinkedImport } from "./LinkView.ts"
import { alternativesOf, maxTargets } from "./Meaning.ts"
import type { Module } from "./Module.ts"
import { folderOf } from "./paths.ts"

/** A name that is imported, or passed on. */
interface Taken {
  readonly module: string
  readonly form: ImportKind
  readonly line: number
  /** Index of the import; -1 for what is passed on. */
  readonly index: number
}

const listTaken = ({ exports, imports }: Facts): ReadonlyArray<Taken> => {
  const taken = imports.map(({ kind, line, module }, index): Taken => ({ line, module, form: kind, index }))
  const passed = exports.flatMap(({ from, line }): ReadonlyArray<Taken> => {
    if (from === undefined) return []
    return [{ line, module: from.module, form: from.isType === true ? "type" : "static", index: -1 }]
  })
  return [...taken, ...passed].toSorted((a, b) => a.line - b.line)
}

/** Finds the files that what is imported leads to. */
class ImportedFiles {
  readonly #evaluator: Evaluator
  readonly #module: Module
  readonly #rules: LinkRules

  constructor(evaluator: Evaluator, module: Module, rules: LinkRules) {
    this.#evaluator = evaluator
    this.#module = module
    this.#rules = rules
  }

  /** `path`: the module's file, or its folder with a `/` at the end, or empty. */
  find(path: string, index: number): ReadonlyArray<string> {
    const isFile = path !== "" && !path.endsWith("/")
    const modules = this.submodules(index)
    // Where a module is no file, what is taken from it is in one.
    if (!isFile) return [...new Set([...modules, ...this.definers(index)])].slice(0, maxTargets)
    const isInside = modules.length > 0 && this.isFromInside(path, modules)
    return isInside ? modules : [path, ...modules.filter((each) => each !== path)]
  }

  /** Files that define what an import means. */
  private definers(index: number): ReadonlyArray<string> {
    if (index === -1) return []
    const symbols = this.#evaluator.symbolsOf(this.#evaluator.imported(this.#module, index))
    return symbols.map(({ module }) => module.path)
  }

  /** Files of modules that an imported name means, which is an attribute of the package or else a submodule. */
  private submodules(index: number): ReadonlyArray<string> {
    if (index === -1 || this.#rules.hasSubmodules !== true) return []
    const alternatives = alternativesOf(this.#evaluator.imported(this.#module, index))
    const paths = alternatives.flatMap((each) => (each.tag === "module" ? [each.module.path] : []))
    return paths.slice(0, maxTargets)
  }

  /** Whether a file of a package imports what is below the package, so that the package itself need not be looked into. */
  private isFromInside(path: string, modules: ReadonlyArray<string>): boolean {
    const folder = `${folderOf(path)}/`
    return (
      this.#module.path.startsWith(folder) && modules.every((module) => module !== path && module.startsWith(folder))
    )
  }
}

/** Links the imports of a file, one for each file at each line. */
export const linkImports = (
  facts: Facts,
  module: Module,
  evaluator: Evaluator,
  rules: LinkRules
): ReadonlyArray<LinkedImport> => {
  const files = new ImportedFiles(evaluator, module, rules)
  const found = new Map<string, LinkedImport>()
  for (const { form, index, line, module: name } of listTaken(facts)) {
    const { kind, path } = evaluator.resolve(module.path, name)
    const paths = files.find(path, index)
    const isLocal = kind === "local" || paths.length > 0
    for (const each of paths.length > 0 ? paths : [""]) {
      const key = `${line} ${name} ${each}`
      const other = found.get(key)?.form ?? "type"
      const strongest = form === "type" ? other : form
      found.set(key, { module: name, path: each, kind: isLocal ? "local" : kind, form: strongest, line })
    }
  }
  return [...found.values()]
}
