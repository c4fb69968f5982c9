import type { Comment, Program } from "oxc-parser"
import type { Draft } from "../Language.ts"
import { expression, value } from "./expressions.ts"
import { fileScope, type Walk } from "./Source.ts"
import { statement } from "./statements.ts"

/** Maximum nesting depth to search. */
const maxDepth = 300

/** Collects the units of a syntax tree. */
export const collectDrafts = (
  text: string,
  program: Program,
  comments: ReadonlyArray<Comment>
): ReadonlyArray<Draft> => {
  let depth = 0
  const withDepthLimit = (look: () => void): void => {
    if (depth >= maxDepth) return
    depth += 1
    look()
    depth -= 1
  }
  const walk: Walk = {
    text,
    comments,
    drafts: [],
    statements: (nodes, scope) =>
      withDepthLimit(() => {
        for (const node of nodes) statement(walk, node, scope)
      }),
    expression: (node, scope) => withDepthLimit(() => expression(walk, node, scope)),
    value: (node, scope) => withDepthLimit(() => value(walk, node, scope))
  }
  walk.statements(program.body, fileScope)
  return walk.drafts
}
