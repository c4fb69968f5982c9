import type { Node } from "web-tree-sitter"
import { qualify } from "./extract.ts"
import type { TreeUnit, Scope } from "./TreeLanguage.ts"

/** Returns the text of a node. Empty if there is none: the grammar does not require it, or the source is malformed. */
export const readText = (node: Node | null | undefined): string => node?.text ?? ""

/** Returns the text of a node's field, like {@link readText}. */
export const readField = (node: Node | null | undefined, field: string): string =>
  readText(node?.childForFieldName(field))

/** Qualifies a node's `name` field with its scope, joined by a dot. */
export const qualifyWithDots = (node: Node, scope: Scope): string => qualify(scope, readField(node, "name"), ".")

/** Finds the first child, named or anonymous, of one of these types. */
export const findChild = (node: Node, ...types: ReadonlyArray<string>): Node | null =>
  node.children.find((child) => types.includes(child.type)) ?? null

/** Whether a declaration has a keyword, directly or among its modifiers. */
export const hasModifier = (node: Node, keyword: string): boolean =>
  node.children.some((child) => (/modifier/.test(child.type) ? hasModifier(child, keyword) : child.type === keyword))

/** Makes the `inside` of a unit from its body, if there is one. */
export const enterBody = (body: Node | null, kind: Scope["kind"], name: string): Pick<TreeUnit, "inside"> =>
  body === null ? {} : { inside: { node: body, scope: { kind, name } } }

/** Makes an unnamed unit whose members belong to the enclosing scope. */
export const makeNamelessUnit = (body: Node, scope: Scope): TreeUnit => ({
  type: "class",
  name: "",
  head: "",
  inside: { node: body, scope: { kind: "type", name: scope.name } }
})
