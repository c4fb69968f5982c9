import type { Comment, Program } from "oxc-parser"
import type { Draft } from "../Language.ts"
import { expression, value } from "./expressions.ts"
import { fileScope, type Walk } from "./Source.ts"
import { statement } from "./statements.ts"

/** Nodes nested deeper than this are not looked into. */
const deepest = 300

/** Units of a syntax tree. */
export const draftsOf = (text: string, program: Program, comments: ReadonlyArray<Comment>): ReadonlyArray<Draft> => {
  let depth = 0
  const deeper = (look: () => void): void => {
    if (depth >= deepest) return
    depth += 1
    look()
    depth -= 1
  }
  const walk: Walk = {
    text,
    comments,
    drafts: [],
    statements: (nodes, scope) =>
      deeper(() => {
        for (const node of nodes) statement(walk, node, scope)
      }),
    expression: (node, scope) => deeper(() => expression(walk, node, scope)),
    value: (node, scope) => deeper(() => value(walk, node, scope))
  }
  walk.statements(program.body, fileScope)
  return walk.drafts
}
