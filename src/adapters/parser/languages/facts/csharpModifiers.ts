import type { Reading, SyntaxNode } from "../../treesitter/facts/SyntaxNode.ts"

/** Whether a declaration has a modifier. */
export const hasModifier = (node: SyntaxNode, word: string, reading: Reading): boolean =>
  node.children.some((child) => child.type === "modifier" && reading.text(child) === word)

/** Members are private unless they say otherwise, those of interfaces public; other types are visible in the assembly. */
export const isVisible = (node: SyntaxNode, reading: Reading): boolean => {
  const owner = node.parent?.parent
  const isMember = owner !== undefined && /^(?:class|struct|record)_declaration$/.test(owner.type)
  return !isMember || ["public", "internal", "protected"].some((word) => hasModifier(node, word, reading))
}
