import type { Node } from "web-tree-sitter"
import { qualify } from "../treesitter/extract.ts"
import type { Heads, Scope } from "../treesitter/TreeLanguage.ts"

/** How C and C++ differ. */
export interface Dialect {
  /** Whether names are qualified by what encloses them. */
  readonly qualifies: boolean
}

/** A node where it is found. `whole` begins and ends the unit: the node itself, or the `template` or `extern "C"` around it. */
export interface Site {
  readonly node: Node
  readonly whole: Node
  readonly scope: Scope
  readonly heads: Heads
  readonly dialect: Dialect
}

/** A name, qualified where the language does that. */
export const qualifyName = ({ dialect, scope }: Site, name: string): string =>
  qualify(dialect.qualifies ? scope : { kind: "file", name: "" }, name, "::")

/** The scope of what stands within something. */
export const nestScope = (scope: Scope, kind: Scope["kind"], name: string): Scope => ({ kind, name, outer: scope })
