import type { ValueIndex } from "../../facts/Facts.ts"
import { Evaluator } from "./Evaluator.ts"
import type { Source } from "./FactsLanguage.ts"
import type { Form } from "./Form.ts"
import type { Binding, NameScope } from "./NameScope.ts"
import { isReachable, maxSources, reachingSources } from "./reachingSources.ts"
import type { SyntaxNode } from "./SyntaxNode.ts"

/** Evaluates what variables of the file and entries of lists and dictionaries hold where they are used. */
export class Flow extends Evaluator {
  #written: ReadonlyMap<string, ReadonlyArray<Source>> | undefined

  protected override bound(binding: Binding, scope: NameScope, use: SyntaxNode): ValueIndex {
    if (binding.binds !== "definition") return super.bound(binding, scope, use)
    const { isVariable, sources, type } = binding.entry
    if (!isVariable || type !== undefined || sources.length === 0 || scope.kind !== "file") {
      return super.bound(binding, scope, use)
    }
    return this.join(reachingSources(sources, use).map((source) => this.source(source)))
  }

  protected override entry(form: Form & { readonly form: "entry" }, node: SyntaxNode, scope: NameScope): ValueIndex {
    const own = form.key === "" ? [] : this.writtenTo(node)
    if (own.length === 0) return super.entry(form, node, scope)
    const reaching = reachingSources(own, node)
    const isCertain = reaching[0] !== own[0] || isReachable(own[0], node)
    const held = reaching.map((source) => this.source(source))
    return this.join(isCertain ? held : [super.entry(form, node, scope), ...held])
  }

  /** Assignments to the same entry of the same name, in functions around it. */
  private writtenTo(node: SyntaxNode): ReadonlyArray<Source> {
    this.#written ??= this.collectWritten()
    const found = this.#written.get(this.reading.text(node)) ?? []
    // With so many, what is there is unknown anyway.
    if (found.length > maxSources) return found
    return found.filter((source) => {
      const around = this.scopeAround(source.node).solid.node
      return around.start <= node.start && node.end <= around.end
    })
  }

  private collectWritten(): ReadonlyMap<string, ReadonlyArray<Source>> {
    const found = new Map<string, Array<Source>>()
    const { isEntryTarget } = this.language
    const pending = [this.declarations.file.node]
    for (const node of pending) {
      const target = isEntryTarget?.(node)
      const value = node.at("right")
      if (target !== undefined && value !== undefined) {
        const key = this.reading.text(target)
        const sources = found.get(key) ?? []
        found.set(key, sources)
        sources.push({ node: value, how: "value", entries: [] })
      }
      for (const child of node.children) pending.push(child)
    }
    for (const sources of found.values()) sources.sort((a, b) => a.node.start - b.node.start)
    return found
  }
}
