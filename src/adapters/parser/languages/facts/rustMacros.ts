import type { Reading, SyntaxNode } from "../../treesitter/facts/SyntaxNode.ts"

/**
 * Macros that take expressions, of the standard library and of what most projects use, and assertions of any name. Others may have
 * a syntax of their own.
 */
const takesExpressions =
  /^(?:(?:debug_)?assert(?:_\w+)?|ready|pin|try|try_join|join|addr_of(?:_mut)?|dbg|e?print(?:ln)?|format(?:_args)?|matches|panic|todo|unimplemented|unreachable|vec|write(?:ln)?|trace|debug|info|warn|error|log|anyhow|bail|ensure)$/

/** The type of the node with the expressions of a macro. */
export const macroExpressions = "macro_expressions"

/** The type of the node with the name by which a macro is called, with its `!`. */
export const macroName = "macro_name"

/** Calls and members that follow each other; longer chains are cut. */
const maxChain = 100

/** A node to add below the tokens of a macro. */
interface Piece {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly depth: number
  readonly children: ReadonlyArray<readonly [field: string, piece: Piece]>
}

const leaf = ({ end, start, type }: SyntaxNode, as = type): Piece => ({ type: as, start, end, depth: 0, children: [] })

/** Something that is no name to follow. */
const opaque = (token: SyntaxNode, children: ReadonlyArray<Piece> = []): Piece => ({
  ...leaf(token, "macro_expression"),
  children: children.map((child) => ["", child])
})

const join = (type: string, end: number, ...children: Piece["children"]): Piece => ({
  type,
  start: children[0]?.[1].start ?? end,
  end,
  depth: 1 + Math.max(...children.map(([, { depth }]) => depth)),
  children
})

const withoutComments = (text: string): string => text.replaceAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\/|\s+/g, "")

/** Reads the tokens of a macro as expressions, as far as their names and calls go. Returns those between two commas together. */
const readTokens = (tree: SyntaxNode, reading: Reading): ReadonlyArray<ReadonlyArray<Piece>> => {
  const text = reading.text(tree)
  const tokens = tree.named
  const groups: Array<Array<Piece>> = [[]]
  /** The text between a token and the one before it. */
  const gapBefore = (at: number): string => {
    const start = tokens[at - 1]?.end ?? tree.start + 1
    return withoutComments(text.slice(start - tree.start, (tokens[at]?.start ?? tree.end - 1) - tree.start))
  }
  for (const [at, token] of tokens.entries()) {
    const gap = gapBefore(at)
    if (/[,;]/.test(gap)) groups.push([])
    const group = groups.at(-1) ?? []
    const last = group.at(-1)
    const next = token.type === "token_tree" ? readTree(token, gap === "" ? last : undefined, reading) : undefined
    const piece = next ?? readName(token, gap, gapBefore(at + 1), last)
    const continues = last !== undefined && piece.start === last.start && piece.start !== token.start
    if (continues) group.pop()
    group.push(piece)
  }
  return groups
}

/** What brackets mean after `last`: arguments of a call, an index, or something of their own. */
const readTree = (tree: SyntaxNode, last: Piece | undefined, reading: Reading): Piece => {
  const groups = readTokens(tree, reading)
  const opener = reading.text(tree)[0]
  const isNamed = last !== undefined && last.type !== "macro_expression" && last.depth < maxChain
  if (!isNamed || opener === "{") return opaque(tree, groups.flat())
  if (opener === "[") return join("index_expression", tree.end, ["", last], ["", opaque(tree, groups.flat())])
  const given = groups.filter((group) => group.length > 0)
  const list: Piece = {
    ...leaf(tree, "arguments"),
    children: given.map((group) => ["", group.length === 1 && group[0] !== undefined ? group[0] : opaque(tree, group)])
  }
  return join("call_expression", tree.end, ["function", last], ["arguments", list])
}

const names: ReadonlySet<string> = new Set(["identifier", "self", "super", "crate"])

const readName = (token: SyntaxNode, gap: string, gapAfter: string, last: Piece | undefined): Piece => {
  if (!names.has(token.type)) return leaf(token)
  const field = leaf(token, "field_identifier")
  const isLong = last !== undefined && last.depth >= maxChain
  if (last !== undefined && !isLong) {
    if (gap === ".") return join("field_expression", token.end, ["value", last], ["field", field])
    if (gap === "?.") {
      const tried = join("try_expression", last.end + 1, ["", last])
      return join("field_expression", token.end, ["value", tried], ["field", field])
    }
    if (gap === "::") return join("scoped_identifier", token.end, ["path", last], ["name", leaf(token)])
  }
  if (/(?:^|[^.])\.$/.test(gap)) return join("field_expression", token.end, ["field", field])
  // The rest of a path, the name of a field or of an argument, a lifetime.
  const isLabel = /^(?::(?!:)|=(?![=>]))/.test(gapAfter)
  return isLabel || gap.endsWith("::") || gap.endsWith("'") ? opaque(token) : leaf(token)
}

const addPiece = (parent: SyntaxNode, field: string, { children, end, start, type }: Piece): void => {
  const node = parent.add(type, field, start, end)
  for (const [role, child] of children) addPiece(node, role, child)
}

/** Adds the expressions that a macro is given to its tree, which has them as tokens. */
export const addMacroExpressions = (invocation: SyntaxNode, reading: Reading): void => {
  const tree = invocation.find("token_tree")
  const name = reading.text(invocation.at("macro")).replace(/^.*::/, "")
  if (tree === undefined || !takesExpressions.test(name)) return
  const pieces = readTokens(tree, reading).flat()
  const added = tree.add(macroExpressions, "", tree.start, tree.end)
  for (const piece of pieces) addPiece(added, "", piece)
}

/** Adds the name of a macro of the crate: its `!` is no part of the tree's. */
export const addMacroName = (invocation: SyntaxNode, reading: Reading): void => {
  const macro = invocation.at("macro")
  const name = macro?.type === "scoped_identifier" ? macro.at("name") : macro
  const isOwn = name !== undefined && /^(?:\$?crate::)?\w+$/.test(reading.text(macro).replaceAll(/\s/g, ""))
  if (isOwn) invocation.add(macroName, "", name.start, name.end + 1)
}
