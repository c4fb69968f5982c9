import type { Tree } from "web-tree-sitter"
import type { DefinitionDraft, ExportDraft, FactsDraft, Parameter, Value } from "../../facts/Facts.ts"
import { ValueTable } from "../../facts/ValueTable.ts"
import { measure, noComplexity } from "./complexity.ts"
import { Declarations } from "./Declarations.ts"
import { Evaluator } from "./Evaluator.ts"
import type { DeclaredParameter, FactsLanguage } from "./FactsLanguage.ts"
import type { Entry, NameScope } from "./NameScope.ts"
import type { FoundUnit } from "./OutlineUnits.ts"
import { References } from "./References.ts"
import { type Reading, type CopyTable, copyTree, type SyntaxNode } from "./SyntaxNode.ts"

/** A parsed file. */
export interface ParsedSource {
  readonly tree: Tree
  readonly table: CopyTable
  readonly given: string
  readonly units: ReadonlyArray<FoundUnit>
}

/** What a decorator of the project begins with: a definition or import of the file. */
const ownTags: ReadonlySet<Value["tag"]> = new Set(["definition", "import", "this"])

/** Makes the definitions of a file from what was collected. */
class Definitions {
  readonly language: FactsLanguage
  readonly reading: Reading
  readonly declarations: Declarations
  readonly evaluator: Evaluator

  constructor(language: FactsLanguage, reading: Reading, declarations: Declarations, evaluator: Evaluator) {
    this.language = language
    this.reading = reading
    this.declarations = declarations
    this.evaluator = evaluator
  }

  private parameter(
    { initial, isExtended, isOptional, isRest, name, type }: DeclaredParameter,
    scope: NameScope
  ): Parameter {
    return {
      name: isExtended === true ? "this" : this.reading.text(name),
      value: type === undefined ? -1 : this.known(this.evaluator.declared(type, scope)),
      isOptional: isOptional === true || initial !== undefined,
      isRest: isRest === true
    }
  }

  private known(value: number): number {
    return value === this.evaluator.unknown ? -1 : value
  }

  private parameters({ found: { declared, scope } }: Entry): ReadonlyArray<Parameter> {
    if (declared.declares !== "function" && declared.declares !== "type") return []
    const given = (declared.parameters ?? [])
      .filter(({ receives }) => receives === undefined)
      .map((parameter) => this.parameter(parameter, scope))
    if (declared.declares === "type" || declared.receiver === undefined) return given
    const value = this.known(this.evaluator.declared(declared.receiver, scope))
    return [{ name: "this", value, isOptional: false, isRest: false }, ...given]
  }

  /** What it holds, and what calling it gives. */
  private valuesOf(entry: Entry): Pick<DefinitionDraft, "value" | "yields" | "decorated"> {
    const { declared, scope } = entry.found
    const { evaluator } = this
    switch (declared.declares) {
      case "function": {
        const yields = this.known(evaluator.yields({ declared, scope, returns: entry.returns }))
        if (declared.isProperty === true) return { value: yields, yields: -1 }
        return { value: -1, yields, ...this.decorated(declared.decorator) }
      }
      case "type": {
        const other = declared.alias ?? declared.extends
        return { value: other === undefined ? -1 : this.known(evaluator.type(other, scope)), yields: -1 }
      }
      case "variable": {
        const value =
          entry.type === undefined
            ? evaluator.join(entry.sources.map((source) => evaluator.source(source)))
            : evaluator.declared(entry.type, evaluator.scopeAround(entry.type))
        return { value: this.known(value), yields: -1 }
      }
      case "namespace":
      case "opaque":
      case "outer":
        return { value: -1, yields: -1 }
    }
  }

  /** What a decorator gives, unless it is one of the language. */
  private decorated(decorator: SyntaxNode | undefined): Pick<DefinitionDraft, "decorated"> {
    if (decorator === undefined) return {}
    const { evaluator } = this
    const value = evaluator.valueAt(decorator)
    const isOwn = ownTags.has(evaluator.rootOf(value)?.tag ?? "unknown")
    return isOwn ? { decorated: evaluator.values.add({ tag: "call", of: value }) } : {}
  }

  private bases({ found: { declared, scope } }: Entry): ReadonlyArray<number> {
    if (declared.declares !== "type") return []
    // Type parameters are declared within. Where types share names with members, those must not hide bases.
    const from = this.language.sharesNames ? (scope.outer ?? scope) : scope
    return declared.bases
      .map((base) => this.evaluator.type(base, from))
      .filter((value) => value !== this.evaluator.unknown)
  }

  make(entry: Entry): DefinitionDraft {
    const {
      at,
      container,
      declared,
      documentation,
      end,
      isExported,
      isStatic,
      owner,
      qualifiedName,
      signature,
      start
    } = entry.found
    const body = declared.declares === "function" ? declared.body : undefined
    const complexity =
      body === undefined ? noComplexity : measure(this.language, body, (node) => this.declarations.owners.has(node))
    return {
      kind: entry.kind,
      name: entry.name,
      qualifiedName,
      container,
      owner: owner?.index ?? -1,
      signature,
      start,
      end,
      at,
      documentation,
      isExported,
      isStatic,
      ...this.valuesOf(entry),
      bases: this.bases(entry),
      parameters: this.parameters(entry),
      ...complexity
    }
  }
}

const findExports = (
  language: FactsLanguage,
  reading: Reading,
  { file, imports }: Declarations,
  evaluator: Evaluator
): ReadonlyArray<ExportDraft> => {
  const listed = language.exports?.(file.node, reading) ?? []
  const imported = imports.flatMap((each, index): ReadonlyArray<ExportDraft> => {
    if (each.isExported !== true) return []
    const { at, imported: name, local, module } = each
    return local === ""
      ? [{ name: "*", value: -1, from: { module, imported: name }, at: at.start }]
      : [{ name: local, value: evaluator.values.add({ tag: "import", import: index }), at: at.start }]
  })
  const named = listed.map(({ name, node, value }) => ({
    name,
    value: value === undefined ? evaluator.valueInFile(name) : evaluator.value(value, file),
    at: node.start
  }))
  return [...imported, ...named.filter(({ value }) => value !== evaluator.unknown)]
}

/** Finds the facts of a parsed file. Returns undefined if `shouldContinue` returned false. */
export const extractFacts = (
  language: FactsLanguage,
  { given, table, tree, units }: ParsedSource,
  shouldContinue: () => boolean
): FactsDraft | undefined => {
  const root: SyntaxNode | undefined = copyTree(tree, table, shouldContinue)
  if (root === undefined) return undefined
  const reading: Reading = { text: (node) => (node === undefined ? "" : given.slice(node.start, node.end)) }
  const values = new ValueTable()
  const declarations = new Declarations(language, reading, { root, given, units })
  const evaluator = new Evaluator({ language, reading, declarations, values })
  const definitions = new Definitions(language, reading, declarations, evaluator)
  return {
    package: language.package?.(root, reading) ?? "",
    definitions: declarations.entries.map((entry) => definitions.make(entry)),
    imports: declarations.imports.map(({ at, imported, kind, local, module }) => ({
      module,
      imported,
      local,
      kind,
      at: at.start
    })),
    exports: findExports(language, reading, declarations, evaluator),
    references: new References(language, reading, declarations, evaluator).found,
    values: values.values
  }
}
