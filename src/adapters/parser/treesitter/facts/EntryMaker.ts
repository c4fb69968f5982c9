import type { DefinitionKind } from "../../facts/Facts.ts"
import type { Draft } from "../../Language.ts"
import { formatName, formatSignature } from "../../signature.ts"
import { documentComments } from "./documentation.ts"
import type { Declared } from "./FactsLanguage.ts"
import { Entry, type NameScope } from "./NameScope.ts"
import { type FoundUnit, lastSegment, OutlineUnits } from "./OutlineUnits.ts"
import type { SyntaxNode } from "./SyntaxNode.ts"

/** A declaration and what is around it. */
interface Context {
  readonly declared: Exclude<Declared, { readonly declares: "opaque" | "outer" }>
  readonly owner: Entry | undefined
  readonly scope: NameScope
  /** The scope that declares it. */
  readonly inside: NameScope
}

const isMemberOf = (inside: NameScope): boolean => ["type", "namespace"].includes(inside.solid.kind)

/** Returns the qualified name without its last segment. */
const containerOf = (qualifiedName: string, own: string): string =>
  qualifiedName.endsWith(own) ? qualifiedName.slice(0, -own.length).replace(/(?:\.|::?|#)$/, "") : ""

/** Makes definitions from the units of the outline and from variables. */
export class EntryMaker {
  readonly entries: Array<Entry> = []
  readonly #units: OutlineUnits

  readonly #separator: string
  readonly #given: string
  /** Names that the file exports, if it lists them. */
  readonly #listed: ReadonlySet<string> | undefined

  constructor(
    separator: string,
    given: string,
    listed: ReadonlySet<string> | undefined,
    units: ReadonlyArray<FoundUnit>
  ) {
    this.#separator = separator
    this.#given = given
    this.#listed = listed
    this.#units = new OutlineUnits(units)
  }

  /** Makes a definition from the unit of this name around a node, if there is one. */
  fromUnit(own: string, node: SyntaxNode, context: Context): Entry | undefined {
    const at = context.declared.name?.start ?? node.start
    const { declared } = context
    const isNameless = declared.declares === "type" && declared.extends !== undefined
    const unit = isNameless ? this.#units.takeNameless(node.start) : this.#units.take(own, at)
    if (unit === undefined) return undefined
    const { draft, nodeStart } = unit
    const name = isNameless ? draft.name : own.replace(/^.*::(?=[~\w])/s, "")
    const isMember =
      isMemberOf(context.inside) ||
      draft.type === "method" ||
      (declared.declares === "function" && declared.memberOf !== undefined)
    return this.add(draft, context, {
      name,
      container: isMember && !isNameless ? containerOf(draft.name, name) : "",
      documentation: declared.documentation ?? documentComments(this.#given.slice(draft.start, nodeStart)),
      at
    })
  }

  /** Makes a definition of a field or variable that the outline leaves out. */
  fromVariable(own: string, node: SyntaxNode, context: Context): Entry {
    const { inside } = context
    const container = inside.kind === "file" ? "" : (inside.entry?.found.qualifiedName ?? "")
    const kind = inside.kind === "type" ? "field" : "variable"
    const name = container === "" ? formatName(own) : `${container}${this.#separator}${formatName(own)}`
    const signature = formatSignature(this.#given.slice(node.start, node.end).replace(/[\r\n][^]*/, ""))
    const draft = { type: kind, name, signature, start: node.start, end: node.end } as const
    const at = context.declared.name?.start ?? node.start
    return this.add(draft, context, { name: own, container, documentation: "", at })
  }

  /** Makes definitions from units that no declaration matched. */
  addRest(file: NameScope): void {
    for (const { draft, nodeStart } of this.#units.rest) {
      const name = draft.type === "impl" ? draft.name : lastSegment(draft.name)
      const container = containerOf(draft.name, name)
      // `Pool.take` of `Pool` itself, `Pool#take` of its instances.
      const isStatic = this.#separator === "#" && draft.name.startsWith(`${container}.`)
      const declared = { declares: "namespace", name: undefined, isStatic } as const
      const context: Context = { declared, owner: undefined, scope: file, inside: file }
      this.add(draft, context, { name, container, documentation: "", at: nodeStart })
    }
  }

  /** Sorts the definitions and numbers them. They were found outer before inner. */
  number(): void {
    this.entries.sort((a, b) => a.found.start - b.found.start || b.found.end - a.found.end)
    for (const [index, entry] of this.entries.entries()) entry.index = index
  }

  /** Whether other files can refer to it: by the list of exports, if there is one, or by its declaration. */
  private isExported(own: string, { isExported }: Context["declared"], inside: NameScope): boolean {
    const { entry, kind } = inside.solid
    if (kind === "file" && this.#listed !== undefined) return this.#listed.has(own)
    return kind !== "function" && isExported !== false && (entry === undefined || entry.found.isExported)
  }

  private add(
    draft: Omit<Draft, "type"> & { readonly type: DefinitionKind },
    { declared, inside, owner, scope }: Context,
    more: Pick<Entry["found"], "name" | "container" | "documentation" | "at">
  ): Entry {
    const entry = new Entry({
      ...more,
      kind: draft.type,
      qualifiedName: draft.name,
      signature: draft.signature,
      start: draft.start,
      end: draft.end,
      owner,
      scope,
      declared,
      isExported: this.isExported(more.name, declared, inside),
      isStatic: declared.isStatic === true
    })
    this.entries.push(entry)
    return entry
  }
}
