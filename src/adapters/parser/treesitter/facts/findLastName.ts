import type { SyntaxNode } from "./SyntaxNode.ts"
import type { Types } from "./Types.ts"

/** Finds the name by which a type is referred to: the last one of a qualified name. */
export const findLastName = (types: Types, node: SyntaxNode): SyntaxNode => {
  const form = types.formOfType(node)
  switch (form?.form) {
    case "name":
    case "member":
      return form.name
    case "path":
      return form.names.at(-1) ?? node
    case "apply":
    case "same":
    case "class":
    case "array":
      return findLastName(types, form.of)
    case "union":
    case "tuple":
    case "map":
    case "function":
    case "this":
    case "ambient":
    case "nothing":
    case undefined:
      return node
  }
}
