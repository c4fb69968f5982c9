import type { Node } from "web-tree-sitter"
import { qualify } from "./extract.ts"
import type { TreeUnit, Scope } from "./TreeLanguage.ts"

/** Text of a field of a node; empty when it has none. */
export const readField = (node: Node, field: string): string => node.childForFieldName(field)?.text ?? ""

/** The name in a node's `name` field behind that of its scope, joined by a dot. */
export const qualifyWithDots = (node: Node, scope: Scope): string => qualify(scope, readField(node, "name"), ".")

/** The first child, named or not, of one of these types. */
export const findChild = (node: Node, ...types: ReadonlyArray<string>): Node | null =>
  node.children.find((child) => types.includes(child.type)) ?? null

/** Whether a declaration has a keyword, directly or among its modifiers. */
export const hasModifier = (node: Node, keyword: string): boolean =>
  node.children.some((child) => (/modifier/.test(child.type) ? hasModifier(child, keyword) : child.type === keyword))

/** Says to look into a body, when there is one. */
export const enterBody = (body: Node | null, kind: Scope["kind"], name: string): Pick<TreeUnit, "inside"> =>
  body === null ? {} : { inside: { node: body, scope: { kind, name } } }

/** What has members and no name of its own: they belong to what encloses it. */
export const makeNamelessUnit = (body: Node, scope: Scope): TreeUnit => ({
  type: "class",
  name: "",
  head: "",
  inside: { node: body, scope: { kind: "type", name: scope.name } }
})
