import type { Node } from "web-tree-sitter"
import type { Asset } from "../assets.ts"
import type { FileNames } from "../Language.ts"
import type { UnitType } from "../Outline.ts"

/** What joins the segments of a qualified name. */
export type Separator = "." | "::" | "#"

/** What encloses a unit. `name` is qualified, empty for the file itself. */
export interface Scope {
  readonly kind: "file" | "module" | "type" | "function"
  readonly name: string
  /** What stands between its name and a member's, where the language has several: `#` or `.` in Ruby. */
  readonly separator?: Separator
  /** What encloses it, for languages in which a definition belongs to that. */
  readonly outer?: Scope
}

/** A unit in a syntax tree. */
export interface TreeUnit {
  readonly type: UnitType
  /** Qualified; empty when the tree has none, and the unit is then left out. */
  readonly name: string
  /** Its declaration's head; folded and cut afterwards. */
  readonly head: string
  /** What has its lines, when that is not the node it was found in. */
  readonly at?: Pick<Node, "startIndex" | "endIndex">
  /** What it declares, for languages that declare what they define elsewhere. */
  readonly key?: string
  /** Whether it only declares: it is left out where the text has a definition with the same key. */
  readonly forward?: boolean
  /** What to look into for units within, and what then encloses them. */
  readonly inside?: { readonly node: Node; readonly scope: Scope }
}

/** What a language needs of the text. */
export interface Heads {
  /** Text of a node up to `before`, or all of it, without comments and without the declaration's attributes. */
  readonly head: (node: Node, before: Node | null) => string
}

/** How a language's syntax tree shows its units. */
export interface TreeLanguage {
  readonly name: string
  readonly extensions: ReadonlyArray<string>
  readonly files?: FileNames
  readonly grammar: Asset
  /** Nodes to look into, when they are no unit themselves. */
  readonly containers: ReadonlySet<string>
  /** Units of this type are declared once for each name; what looks like another one gives the name a new value. */
  readonly once?: UnitType
  /** Comment nodes. */
  readonly comments: ReadonlyArray<string>
  /** Nodes that a declaration begins with and that are no part of its signature: annotations. */
  readonly attributes?: ReadonlySet<string>
  /** What stands for a text, of the same length; heads are read from it too. */
  readonly readable?: (text: string) => string
  /** What is parsed instead of that, of the same length; heads are read from the text itself. */
  readonly prepare?: (text: string) => string
  /** Whether a node directly above a unit belongs to it: comments, attributes. */
  readonly leads: (node: Node) => boolean
  /** The units that a node declares; empty when it declares none. */
  readonly find: (node: Node, scope: Scope, heads: Heads) => ReadonlyArray<TreeUnit>
}
