import type { ImportKind, ReferenceKind } from "../../adapters/parser/facts/Facts.ts"
import type { Shape } from "./Shape.ts"

/**
 * What links are made from: the files of one view. Pure and unchanging; make a new one when files change. `makeView` in
 * `makeView.ts` makes one from a list of paths. Every list is sorted.
 */
export interface LinkView {
  readonly has: (path: string) => boolean
  /** What other files see of a file; undefined without such a file, or without facts. May be asked often. */
  readonly shape: (path: string) => Shape | undefined
  /** Text of a configuration file, as `isConfiguration` names them; undefined without such a file. */
  readonly text: (path: string) => string | undefined
  /** Paths of the files with this base name: `package.json`. */
  readonly named: (baseName: string) => ReadonlyArray<string>
  /** Paths of the files directly in a folder; the root is empty. */
  readonly inFolder: (folder: string) => ReadonlyArray<string>
  /** Whether there is a file in the folder or below. */
  readonly hasFolder: (folder: string) => boolean
  /** Paths of the files whose shape lists this name in `names`. */
  readonly defining: (name: string) => ReadonlyArray<string>
}

/** Whether making links may read the text of a file. */
export const isConfiguration = (path: string): boolean =>
  /(?:^|\/)(?:package\.json|[jt]sconfig(?:\.[\w.-]+)?\.json|go\.mod|Cargo\.toml|composer\.json)$/.test(path)

/**
 * How an edge is known (spec code, "Links").
 *
 * - `resolved`: by scope, `this` or import, over barrels and namespaces.
 * - `imported`: a member of a receiver, by declared types, initial values and returns.
 * - `same_file`: by a name that only the file itself defines, in languages without scopes over files.
 * - `name_only`: a call whose receiver is unknown.
 * - `by_value`: a call of a variable, field or parameter: what it holds or is given runs. Also what runs without being named:
 *   methods of what is iterated, what a decorator puts in the place of a function.
 */
export type LinkKind = "resolved" | "imported" | "same_file" | "name_only" | "by_value"

/** A reference and what it means. */
export interface Edge {
  readonly kind: ReferenceKind
  /** As of the reference. */
  readonly line: number
  readonly column: number
  /** Qualified name of the innermost definition around it; empty for the file. */
  readonly within: string
  /** Path and qualified name of a definition. For `name_only`, an empty path and the member's short name. */
  readonly target: { readonly path: string; readonly name: string }
  readonly how: LinkKind
}

/** What a file imports. */
export interface LinkedImport {
  /** As written. */
  readonly module: string
  /** File of the view, or empty. */
  readonly path: string
  readonly kind: "local" | "external" | "builtin"
  /** How it is imported; `static` for what is passed on. An import of types and values is one of values. */
  readonly form: ImportKind
  readonly line: number
}

/**
 * What the links of a file were made from besides its own path, language and facts: what was asked of the view. Plain
 * data, to be stored with the links.
 */
export interface Trace {
  readonly language: string
  /**
   * Files that took part: modules resolved from there, misses included, and whether the shape was consulted. Sorted by
   * path.
   */
  readonly files: ReadonlyArray<readonly [path: string, isShapeUsed: 0 | 1, modules: ReadonlyArray<string>]>
  /** Lists consulted: `folder cmd`, `name main`. Sorted. */
  readonly lists: ReadonlyArray<string>
  /** Digest of all answers. */
  readonly digest: string
}

/** The links of a file. */
export interface Links {
  /** In the order of the references. A reference has an edge for each definition that it may mean. */
  readonly edges: ReadonlyArray<Edge>
  readonly imports: ReadonlyArray<LinkedImport>
  readonly trace: Trace
}
