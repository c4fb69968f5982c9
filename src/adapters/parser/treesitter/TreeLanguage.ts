import type { Node } from "web-tree-sitter"
import type { Asset } from "../assets.ts"
import type { FileNames } from "../Language.ts"
import type { UnitType } from "../Outline.ts"
import type { FactsLanguage } from "./facts/FactsLanguage.ts"
import type { Unwrapping } from "./parseUnwrapped.ts"

/** Separator between the segments of a qualified name. */
export type Separator = "." | "::" | "#"

/** The scope that encloses a unit. `name` is qualified and empty for the file. */
export interface Scope {
  readonly kind: "file" | "module" | "type" | "function"
  readonly name: string
  /** Separator before a member's name, if the language has several: `#` or `.` in Ruby. */
  readonly separator?: Separator
  /** The enclosing scope, for languages in which a definition belongs to it. */
  readonly outer?: Scope
}

/** A unit in a syntax tree. */
export interface TreeUnit {
  readonly type: UnitType
  /** Qualified name; if empty, the unit is omitted. */
  readonly name: string
  /** Head of the declaration; folded and truncated later. */
  readonly head: string
  /** The unit's extent, if it differs from the node. */
  readonly at?: Pick<Node, "startIndex" | "endIndex">
  /** Identifies the declared unit, for languages with declarations separate from definitions. */
  readonly key?: string
  /** Whether it is a forward declaration, omitted if the text has a definition with the same key. */
  readonly forward?: boolean
  /** Node to search for nested units, and their scope. */
  readonly inside?: { readonly node: Node; readonly scope: Scope }
}

/** Reads heads of declarations from the text. */
export interface Heads {
  /** Returns the text of a node up to `before`, or all of it, without comments and the declaration's attributes. */
  readonly head: (node: Node, before: Node | null) => string
}

/** How to find units in the syntax tree of a language. */
export interface TreeLanguage {
  readonly name: string
  readonly extensions: ReadonlyArray<string>
  readonly files?: FileNames
  readonly grammar: Asset
  /** Nodes to search for units, if they are not units themselves. */
  readonly containers: ReadonlySet<string>
  /** Type of units declared once per name; further ones are reassignments. */
  readonly once?: UnitType
  /** Comment nodes. */
  readonly comments: ReadonlyArray<string>
  /** Nodes at the start of a declaration that are not part of its signature, such as annotations. */
  readonly attributes?: ReadonlySet<string>
  /** Rewrites a text, keeping its length, for both parsing and reading heads. */
  readonly readable?: (text: string) => string
  /** Rewrites the text for parsing only, keeping its length. */
  readonly prepare?: (text: string) => string
  /** Code to parse without what is written around it. */
  readonly unwrapping?: Unwrapping
  /** Whether a node directly above a unit belongs to it, such as a comment or attribute. */
  readonly leads: (node: Node) => boolean
  /** Returns the units that a node declares. */
  readonly find: (node: Node, scope: Scope, heads: Heads) => ReadonlyArray<TreeUnit>
  /** How to find facts. */
  readonly facts?: FactsLanguage
}
