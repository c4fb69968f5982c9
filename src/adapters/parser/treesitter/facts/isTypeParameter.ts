import type { NameScope } from "./NameScope.ts"
import type { SyntaxNode } from "./SyntaxNode.ts"
import type { Types } from "./Types.ts"

/** Whether a type is a type parameter, by its name. */
export const isTypeParameter = (types: Types, node: SyntaxNode, scope: NameScope): boolean => {
  const form = types.formOfType(node)
  const [binding] = form?.form === "name" ? (types.find(form.name, scope, "type")?.bindings ?? []) : []
  return binding?.binds === "opaque"
}
