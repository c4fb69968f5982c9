import type { Comment, Program } from "oxc-parser"
import type { Draft } from "../Language.ts"
import { expression, value } from "./expressions.ts"
import { fileScope, type Found, type Walk } from "./Source.ts"
import { statement } from "./statements.ts"

/** Maximum nesting depth to search. */
const maxDepth = 300

/** Collects the units of a syntax tree; fields and variables, too, if `wantsFacts`. */
export const collectDefinitions = (
  text: string,
  program: Program,
  comments: ReadonlyArray<Comment>,
  wantsFacts: boolean
): ReadonlyArray<Found> => {
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
    found: [],
    wantsFacts,
    statements: (nodes, scope) =>
      withDepthLimit(() => {
        for (const node of nodes) statement(walk, node, scope)
      }),
    expression: (node, scope) => withDepthLimit(() => expression(walk, node, scope)),
    value: (node, scope) => withDepthLimit(() => value(walk, node, scope))
  }
  walk.statements(program.body, fileScope)
  return walk.found
}

/** Selects the units among definitions. */
export const selectUnits = (found: ReadonlyArray<Found>): ReadonlyArray<Draft> =>
  found.flatMap(({ end, name, signature, start, type }) =>
    type === "field" || type === "variable" ? [] : [{ type, name, signature, start, end }]
  )
