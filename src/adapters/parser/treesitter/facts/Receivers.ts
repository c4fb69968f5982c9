import type { ValueIndex } from "../../facts/Facts.ts"
import type { DeclaredParameter } from "./FactsLanguage.ts"
import type { Local, NameScope } from "./NameScope.ts"
import type { SyntaxNode } from "./SyntaxNode.ts"
import { Types } from "./Types.ts"

/** Knows what methods are called on, and what they override. */
export class Receivers extends Types {
  /** Members that enclosing types may inherit under a name that the file does not declare. */
  protected inherited(node: SyntaxNode, scope: NameScope): ReadonlyArray<ValueIndex> {
    const found: Array<ValueIndex> = []
    for (let at = scope.nearestType; at !== undefined; at = at.outer?.nearestType) {
      const isOwn = this.language.typesReceive === true
      const self = at.hasBases || at.extends !== undefined ? this.receiverIn(isOwn ? scope : at) : this.unknown
      if (self !== this.unknown) found.push(this.member(self, node))
      // In Ruby, what is around a class is not in the scope of its methods.
      if (isOwn) break
    }
    return found
  }

  /** What a method in a scope is called on: an instance of the type around it, or that type itself. */
  receiverIn(scope: NameScope): ValueIndex {
    const self = this.thisOf(scope)
    const value = this.values.values[self]
    return this.language.typesReceive === true && value?.tag === "this" && scope.isOfType
      ? this.values.add({ tag: "definition", definition: value.definition })
      : self
  }

  /** An instance of the type of this name around a scope. */
  protected thisNamed(name: string, scope: NameScope): ValueIndex {
    let around = scope.nearestType
    while (around !== undefined && around.entry?.name !== name) around = around.outer?.nearestType
    return around === undefined ? this.unknown : this.thisOf(around)
  }

  /** The method that one of this name overrides: in a static method one of the types that the innermost one extends. */
  protected overridden(name: SyntaxNode, scope: NameScope): ValueIndex {
    const around = scope.nearest("type")
    const declared = around?.entry?.found.declared
    if (this.language.typesReceive !== true || !scope.isOfType || declared?.declares !== "type")
      return this.member(this.superOf(scope), name)
    const bases = declared.bases.map((base) => this.type(base, around?.outer ?? scope))
    return this.join(bases.filter((base) => base !== this.unknown).map((base) => this.member(base, name)))
  }

  /** What the method that a function overrides, if there is one, is declared to take. */
  protected declaredByBase({ at, entry }: NonNullable<Local["given"]>): { readonly declared?: ValueIndex } {
    const around = entry.found.scope.outer
    if (around?.kind !== "type" || !around.hasBases || entry.found.isStatic) return {}
    const overridden = this.values.add({ tag: "member", of: this.superOf(around), name: entry.name })
    return { declared: this.values.add({ tag: "parameter", of: overridden, at }) }
  }

  /** The instance or type that a method is called on; a declared type may be a variable that stands for it. */
  protected receiver({ name, receives, type }: DeclaredParameter): ValueIndex {
    const self = this.thisOf(this.scopeAround(name))
    const value = this.values.values[self]
    if (receives === "type" && value?.tag === "this") {
      return this.values.add({ tag: "definition", definition: value.definition })
    }
    const declared = type === undefined ? this.unknown : this.declared(type, this.scopeAround(type))
    if (self === this.unknown || declared === this.unknown) return self === this.unknown ? declared : self
    return this.values.add({ tag: "narrowed", of: self, to: declared })
  }
}
