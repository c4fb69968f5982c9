import { type Expression, type Node, parseSync, type VariableDeclarator, Visitor } from "oxc-parser"

/** Returns the offset of the name that is called. */
const offsetOfName = (callee: Expression): number | undefined => {
  if (callee.type === "Identifier") return callee.start
  if (callee.type === "MemberExpression") return callee.computed ? undefined : callee.property.start
  const isWrapped =
    callee.type === "ParenthesizedExpression" ||
    callee.type === "TSNonNullExpression" ||
    callee.type === "ChainExpression" ||
    callee.type === "TSInstantiationExpression"
  return isWrapped ? offsetOfName(callee.expression) : undefined
}

const sorted = (offsets: Iterable<number>): ReadonlyArray<number> => [...new Set(offsets)].toSorted((a, b) => a - b)

/** Lists the offsets of the names of everything called in a text. */
export const listCalls = (path: string, text: string): ReadonlyArray<number> => {
  const found: Array<number> = []
  const add = ({ callee }: { readonly callee: Expression }): void => {
    const at = offsetOfName(callee)
    if (at !== undefined) found.push(at)
  }
  new Visitor({ CallExpression: add, NewExpression: add }).visit(parseSync(path, text).program)
  return sorted(found)
}

const isRequire = (node: Node | null): boolean => {
  if (node?.type === "MemberExpression") return isRequire(node.object)
  return node?.type === "CallExpression" && node.callee.type === "Identifier" && node.callee.name === "require"
}

/** Lists what a variable for something required declares: `a` and `b` of `const { a, b: c } = require("x")`, and `c`. */
const requiredNames = ({ id, init }: VariableDeclarator): ReadonlyArray<Node> => {
  if (!isRequire(init)) return []
  if (id.type !== "ObjectPattern") return [id]
  return id.properties.flatMap((each) => (each.type === "Property" ? [each.key, each.value] : [each.argument]))
}

/**
 * Lists the offsets of all names in a text but those of imports and exports, and of elements that are no components. Names that
 * are declared are among them.
 */
export const listNames = (path: string, text: string): ReadonlyArray<number> => {
  const found: Array<number> = []
  const specified = new Set<number>()
  const add = ({ start }: Node): void => void found.push(start)
  const skip = (...names: ReadonlyArray<Node>): void => {
    for (const { start } of names) specified.add(start)
  }
  new Visitor({
    Identifier: add,
    JSXIdentifier: (node) => {
      if (/^[^a-z]/.test(node.name)) add(node)
    },
    PrivateIdentifier: add,
    VariableDeclarator: (node) => skip(...requiredNames(node)),
    ImportSpecifier: ({ imported, local }) => skip(imported, local),
    ImportDefaultSpecifier: ({ local }) => skip(local),
    ImportNamespaceSpecifier: ({ local }) => skip(local),
    ExportSpecifier: ({ exported, local }) => skip(exported, local)
  }).visit(parseSync(path, text).program)
  return sorted(found.filter((offset) => !specified.has(offset)))
}

/** Lists the offsets of the names of what classes and interfaces extend and implement. */
export const listBases = (path: string, text: string): ReadonlyArray<number> => {
  const found: Array<number> = []
  const add = (base: Node | null): void => {
    if (base?.type === "Identifier") found.push(base.start)
    if (base?.type === "MemberExpression") found.push(base.property.start)
  }
  const addClass = (node: Extract<Node, { readonly type: "ClassDeclaration" | "ClassExpression" }>): void => {
    add(node.superClass)
    for (const { expression } of node.implements ?? []) add(expression)
  }
  new Visitor({
    ClassDeclaration: addClass,
    ClassExpression: addClass,
    TSInterfaceDeclaration: ({ extends: bases }) => {
      for (const { expression } of bases) add(expression)
    }
  }).visit(parseSync(path, text).program)
  return found
}

const rootOf = (node: Node): Node => {
  if (node.type === "MemberExpression") return rootOf(node.object)
  if (node.type === "CallExpression" || node.type === "NewExpression") return rootOf(node.callee)
  if (node.type === "AwaitExpression") return rootOf(node.argument)
  const isWrapped =
    node.type === "ParenthesizedExpression" ||
    node.type === "TSNonNullExpression" ||
    node.type === "ChainExpression" ||
    node.type === "TSInstantiationExpression"
  return isWrapped ? rootOf(node.expression) : node
}

/** Returns, by the offset of each name that is called, what its receiver begins with: `pool` of `pool.list().first()`. */
export const receiverRoots = (path: string, text: string): ReadonlyMap<number, Node> => {
  const found = new Map<number, Node>()
  const add = ({ callee }: { readonly callee: Expression }): void => {
    const at = offsetOfName(callee)
    if (at !== undefined) found.set(at, rootOf(callee))
  }
  new Visitor({ CallExpression: add, NewExpression: add }).visit(parseSync(path, text).program)
  return found
}
