import type { Source } from "./FactsLanguage.ts"
import type { SyntaxNode } from "./SyntaxNode.ts"

/** Maximum assignments of a variable whose order is considered. */
export const maxSources = 32

const functionLike = /function|lambda|method|closure|func_literal/

/** Finds the statement list or function that a node is part of. */
const findBlock = (node: SyntaxNode): SyntaxNode => {
  let at = node
  while (at.parent !== undefined && !/block|body|module|suite|program|statements|source_file/.test(at.parent.type)) {
    at = at.parent
  }
  return at.parent ?? at
}

const isWithin = (node: SyntaxNode, outer: SyntaxNode): boolean => outer.start <= node.start && node.end <= outer.end

/** Whether a function lies between a node and the block that encloses it. */
const isInInnerFunction = (node: SyntaxNode, block: SyntaxNode): boolean => {
  for (let at = node.parent; at !== undefined && at !== block; at = at.parent) {
    if (functionLike.test(at.type) && isWithin(at, block) && at.start > block.start) return true
  }
  return false
}

/** Whether a source is assigned before a use, in a block around it. */
export const isReachable = (source: Source | undefined, use: SyntaxNode): boolean => {
  if (source === undefined || source.node.end > use.start) return false
  const block = findBlock(source.node)
  return isWithin(use, block) && !isInInnerFunction(use, block)
}

/**
 * Returns the assignments of a variable that may hold where it is used: the last one before the use in a block around
 * it, and those between the two. All of them if the order says nothing.
 */
export const reachingSources = (sources: ReadonlyArray<Source>, use: SyntaxNode): ReadonlyArray<Source> => {
  if (sources.length < 2) return sources
  if (sources.length > maxSources) return []
  const before = sources.filter(({ node }) => node.end <= use.start)
  const last = before.findLastIndex((source) => isReachable(source, use))
  return last === -1 ? sources : before.slice(last)
}
