import type { Meaning } from "./findName.ts"
import type { Form } from "./Form.ts"
import type { NameScope } from "./NameScope.ts"
import type { SyntaxNode } from "./SyntaxNode.ts"
import { Receivers } from "./Receivers.ts"

/** Knows what is a call without looking like one, and what calls of the language's library mean. */
export class KnownCalls extends Receivers {
  /** What a call of an ambient or imported function, or of a method of the library means. */
  knownCall(callee: SyntaxNode, given: ReadonlyArray<SyntaxNode>, scope: NameScope): Form | undefined {
    const { interpretCall, interpretMethod } = this.language
    if (interpretCall === undefined && interpretMethod === undefined) return undefined
    const form = this.language.interpret(callee, this.reading)
    if (form?.form === "member" && form.of !== undefined) {
      const name = this.reading.text(form.name)
      return this.isLibrary(form.of, scope) ? interpretCall?.(name, given) : interpretMethod?.(name, form.of, given)
    }
    if (form?.form !== "name") return undefined
    const name = this.reading.text(form.name)
    const [binding] = this.find(form.name, scope, "value")?.bindings ?? []
    if (binding !== undefined && binding.binds !== "import") return undefined
    return interpretCall?.(binding === undefined ? name : binding.imported, given)
  }

  /** Whether a name without arguments or parentheses is a call. */
  isBareCall(name: SyntaxNode, meaning: Meaning | undefined): boolean {
    const { callsBareNames, canBeMember } = this.language
    if (callsBareNames !== true || canBeMember?.(this.reading.text(name)) === false) return false
    return (meaning?.bindings ?? []).every((binding) => binding.binds === "definition" && binding.entry.isFunction)
  }

  /** Whether a name is that of a module whose functions are known. */
  private isLibrary(of: SyntaxNode, scope: NameScope): boolean {
    const { libraries } = this.language
    if (libraries === undefined || of.children.length > 0) return false
    const [binding] = this.find(of, scope, "value")?.bindings ?? []
    if (binding?.binds !== "import" || binding.imported !== "*") return false
    return libraries.has(this.declarations.imports[binding.index]?.module ?? "")
  }
}
