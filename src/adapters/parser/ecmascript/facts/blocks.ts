import type { Directive, Node, Statement } from "oxc-parser"

/** Lists the statements within a statement, by the node whose scope they share. */
export const listBlocks = (
  node: Statement | Directive
): ReadonlyArray<readonly [owner: Node, statements: ReadonlyArray<Statement | Directive>]> => {
  if (node.type === "BlockStatement") return [[node, node.body]]
  if (node.type === "IfStatement") {
    const { alternate, consequent } = node
    return [[node, alternate === null ? [consequent] : [consequent, alternate]]]
  }
  if (node.type === "TryStatement") {
    const { block, finalizer, handler } = node
    return [
      [block, block.body],
      ...(handler === null ? [] : [[handler, handler.body.body] as const]),
      ...(finalizer === null ? [] : [[finalizer, finalizer.body] as const])
    ]
  }
  if (node.type === "SwitchStatement") return [[node, node.cases.flatMap((each) => each.consequent)]]
  if (node.type === "ForStatement" || node.type === "ForInStatement" || node.type === "ForOfStatement")
    return [[node, [node.body]]]
  if (node.type === "WhileStatement" || node.type === "DoWhileStatement") return [[node, [node.body]]]
  return node.type === "LabeledStatement" || node.type === "WithStatement" ? [[node, [node.body]]] : []
}
