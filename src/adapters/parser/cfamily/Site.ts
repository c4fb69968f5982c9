import type { Node } from "web-tree-sitter"
import { qualify } from "../treesitter/extract.ts"
import type { Heads, Scope } from "../treesitter/TreeLanguage.ts"

/** The difference between C and C++. */
export interface Dialect {
  /** Whether names are qualified by their enclosing scope. */
  readonly qualifies: boolean
}

/** A node in context. `whole` spans the unit: the node itself, or the `template` or `extern "C"` around it. */
export interface Site {
  readonly node: Node
  readonly whole: Node
  readonly scope: Scope
  readonly heads: Heads
  readonly dialect: Dialect
}

/** Qualifies a name in C++ and returns it unchanged in C. */
export const qualifyName = ({ dialect, scope }: Site, name: string): string =>
  qualify(dialect.qualifies ? scope : { kind: "file", name: "" }, name, "::")

/** Makes the scope of nested units. */
export const nestScope = (scope: Scope, kind: Scope["kind"], name: string): Scope => ({ kind, name, outer: scope })
