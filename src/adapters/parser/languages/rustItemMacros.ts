import type { Node } from "web-tree-sitter"
import type { Span } from "../signature.ts"
import type { Unwrapping, Wrapped } from "../treesitter/parseUnwrapped.ts"

/** Levels of modules and implementations in which calls are looked for. */
const maxDepth = 50

const comments: ReadonlySet<string> = new Set(["line_comment", "block_comment", "attribute_item"])

const isItem = ({ type }: Node): boolean => /_(?:item|declaration|definition)$/.test(type)

const isItemOrAround = (node: Node): boolean =>
  isItem(node) || comments.has(node.type) || node.type === "macro_invocation"

/** The text between the braces of a token tree; undefined if it has other brackets. */
const betweenBraces = ({ endIndex, startIndex, text }: Node): Span | undefined =>
  text.startsWith("{") ? { start: startIndex + 1, end: endIndex - 1 } : undefined

const isBlocks = (tokens: Node): boolean =>
  /^\{\s*if\s*#/.test(tokens.text) && tokens.namedChildren.some(({ type }) => type === "token_tree")

const findWrapped = (invocation: Node): ReadonlyArray<Wrapped> => {
  const tokens = invocation.namedChildren.find(({ type }) => type === "token_tree")
  const within = tokens === undefined ? undefined : betweenBraces(tokens)
  if (tokens === undefined || within === undefined) return []
  // The branches of `cfg_if! { if #[cfg(unix)] { … } else { … } }`.
  const branches = isBlocks(tokens) ? tokens.namedChildren.flatMap((each) => betweenBraces(each) ?? []) : undefined
  return [{ whole: { start: invocation.startIndex, end: invocation.endIndex }, parts: branches ?? [within] }]
}

const findIn = (parent: Node, depth: number): ReadonlyArray<Wrapped> =>
  parent.namedChildren.flatMap((child) => {
    if (child.type === "macro_invocation") return findWrapped(child)
    const body = depth < maxDepth && isItem(child) ? child.childForFieldName("body") : null
    return body?.type === "declaration_list" ? findIn(body, depth + 1) : []
  })

/** The items in calls of macros that leave them as they are, or leave them out: `cfg_rt! { pub fn spawn() {} }`. */
export const itemMacros: Unwrapping = {
  find: (root) => findIn(root, 0),
  isCode: (root) => {
    const children = root.namedChildren
    return !root.hasError && children.some(isItem) && children.every(isItemOrAround)
  }
}
