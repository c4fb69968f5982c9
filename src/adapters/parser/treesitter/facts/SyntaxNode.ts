import type { Language, Tree } from "web-tree-sitter"

/** Maximum depth of a copied tree. What lies deeper is left out. */
const maxDepth = 400
/** Maximum nodes of a copied tree: about 1 MB of source. What comes later is left out. */
const maxNodes = 300_000
/** Nodes between two checks of the time. */
const nodesPerCheck = 256

const none: ReadonlyArray<SyntaxNode> = []

/**
 * A node of a syntax tree, copied out of WebAssembly: each access there costs a call, and facts need several passes.
 * Offsets are UTF-16 code units; `end` is exclusive.
 */
export class SyntaxNode {
  #children: Array<SyntaxNode> | undefined

  readonly type: string
  /** Its role in the parent; empty without one. */
  readonly field: string
  readonly start: number
  readonly end: number
  /** Whether it is a rule of the grammar rather than a token such as `static`. */
  readonly isNamed: boolean
  readonly parent: SyntaxNode | undefined

  constructor(
    type: string,
    field: string,
    start: number,
    end: number,
    isNamed: boolean,
    parent: SyntaxNode | undefined
  ) {
    this.type = type
    this.field = field
    this.start = start
    this.end = end
    this.isNamed = isNamed
    this.parent = parent

    parent?.append(this)
  }

  private append(child: SyntaxNode): void {
    if (this.#children === undefined) this.#children = [child]
    else this.#children.push(child)
  }

  /** Adds a rule that the grammar does not have, such as a type in a string. */
  add(type: string, field: string, start: number, end: number): SyntaxNode {
    return new SyntaxNode(type, field, start, end, true, this)
  }

  /** Rules and the tokens that the language keeps, without comments. */
  get children(): ReadonlyArray<SyntaxNode> {
    return this.#children ?? none
  }

  get named(): ReadonlyArray<SyntaxNode> {
    return this.children.filter((child) => child.isNamed)
  }

  /** The first child with a role. */
  at(field: string): SyntaxNode | undefined {
    return this.children.find((child) => child.field === field)
  }

  all(field: string): ReadonlyArray<SyntaxNode> {
    return this.children.filter((child) => child.field === field)
  }

  /** The first child of one of these types. */
  find(...types: ReadonlyArray<string>): SyntaxNode | undefined {
    return this.children.find((child) => types.includes(child.type))
  }

  has(type: string): boolean {
    return this.children.some((child) => child.type === type)
  }
}

/** Reads the text of nodes. */
export interface Reading {
  readonly text: (node: SyntaxNode | undefined) => string
}

/** How to copy the nodes of a type: `skip` leaves out the node with all below it. */
type Copying = "rule" | "token" | "skip"

/** Which nodes of a grammar to copy, by type id. */
export interface CopyTable {
  readonly types: ReadonlyArray<string>
  readonly copying: ReadonlyArray<Copying>
  readonly fields: ReadonlyArray<string>
}

/** A backslash at the end of a line of Python, which may be among the arguments of a call. */
const lineContinuation = "line_continuation"

/** Makes the table of a grammar. `tokens` are the keywords and operators to keep. */
export const makeCopyTable = (
  grammar: Language,
  tokens: ReadonlySet<string>,
  comments: ReadonlyArray<string>
): CopyTable => {
  const ids = Array.from({ length: grammar.nodeTypeCount }, (_, id) => id)
  const types = ids.map((id) => grammar.nodeTypeForId(id) ?? "")
  const copying = ids.map((id): Copying => {
    const type = types[id] ?? ""
    if (!grammar.nodeTypeIsNamed(id)) return tokens.has(type) ? "token" : "skip"
    return comments.includes(type) || type === lineContinuation ? "skip" : "rule"
  })
  return { types, copying, fields: grammar.fields.map((field) => field ?? "") }
}

/** Copies a tree. Returns undefined if `shouldContinue` returned false. */
export const copyTree = (
  tree: Tree,
  { copying, fields, types }: CopyTable,
  shouldContinue: () => boolean
): SyntaxNode | undefined => {
  const cursor = tree.walk()
  const root = new SyntaxNode(cursor.nodeType, "", cursor.startIndex, cursor.endIndex, true, undefined)
  const path = [root]
  let count = 1
  let parent = root
  let isInside = cursor.gotoFirstChild()
  while (isInside && count < maxNodes) {
    const id = cursor.nodeTypeId
    const how = copying[id] ?? "rule"
    if (how !== "skip") {
      const field = fields[cursor.currentFieldId] ?? ""
      const { endIndex, startIndex } = cursor
      const node = new SyntaxNode(types[id] ?? "ERROR", field, startIndex, endIndex, how === "rule", parent)
      count += 1
      if (count % nodesPerCheck === 0 && !shouldContinue()) {
        cursor.delete()
        return undefined
      }
      if (how === "rule" && path.length < maxDepth && cursor.gotoFirstChild()) {
        path.push(node)
        parent = node
        continue
      }
    }
    while (isInside && !cursor.gotoNextSibling()) {
      path.pop()
      const outer = path.at(-1)
      isInside = outer !== undefined && cursor.gotoParent()
      parent = outer ?? root
    }
  }
  cursor.delete()
  return root
}
