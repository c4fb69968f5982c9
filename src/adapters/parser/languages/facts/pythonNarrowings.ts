import type { Narrowing } from "../../treesitter/facts/FactsLanguage.ts"
import type { Reading, SyntaxNode } from "../../treesitter/facts/SyntaxNode.ts"

/** A part of the source: offsets. */
interface Range {
  readonly start: number
  readonly end: number
}

/** Where a condition is known to be true or false, and where the search goes on. */
interface Holds {
  readonly ranges: ReadonlyArray<Range>
  /** What is around it, if that has a value which implies that of the condition. */
  readonly around?: boolean
}

const exits: ReadonlySet<string> = new Set([
  "return_statement",
  "raise_statement",
  "continue_statement",
  "break_statement"
])

const nowhere: Holds = { ranges: [] }

/** What follows a statement in its block. */
const after = (statement: SyntaxNode): Range => ({ start: statement.end, end: statement.parent?.end ?? statement.end })

/** The branches of an `if` statement that come after one of its conditions. */
const laterBranches = (condition: SyntaxNode): ReadonlyArray<SyntaxNode> => {
  const branch = condition.parent
  const statement = branch?.type === "elif_clause" ? branch.parent : branch
  return (statement?.all("alternative") ?? []).filter(({ start }) => start > condition.end)
}

const inBranches = (condition: SyntaxNode, parent: SyntaxNode, isTrue: boolean): Holds => {
  const body = parent.at("consequence") ?? parent.at("body")
  if (body === undefined) return nowhere
  if (isTrue) return { ranges: [body] }
  const later = laterBranches(condition)
  if (later.length > 0 || parent.type !== "if_statement") return { ranges: later }
  // Where the body leaves the block, the condition is false in the rest of it.
  return exits.has(body.children.at(-1)?.type ?? "") ? { ranges: [after(parent)] } : nowhere
}

/** Where a part of a condition is `isTrue`. */
const holdsAround = (part: SyntaxNode, parent: SyntaxNode, isTrue: boolean): Holds => {
  switch (parent.type) {
    case "not_operator":
    case "parenthesized_expression":
      return { ranges: [], around: parent.type === "not_operator" ? !isTrue : isTrue }
    case "boolean_operator": {
      const right = parent.at("right")
      if (parent.has("and") !== isTrue) return nowhere
      return { ranges: right === undefined || right === part ? [] : [right], around: isTrue }
    }
    case "conditional_expression": {
      const [whenTrue, condition, whenFalse] = parent.named
      const chosen = isTrue ? whenTrue : whenFalse
      return condition === part && chosen !== undefined ? { ranges: [chosen] } : nowhere
    }
    case "if_statement":
    case "elif_clause":
    case "while_statement":
      return part.field === "condition" ? inBranches(part, parent, isTrue) : nowhere
    case "assert_statement":
      return isTrue && parent.children[0] === part ? { ranges: [after(parent)] } : nowhere
    case "if_clause": {
      const body = parent.parent?.at("body")
      return isTrue && body !== undefined ? { ranges: [body] } : nowhere
    }
    default:
      return nowhere
  }
}

/** The parts of the source in which a check is true. */
const rangesOf = (check: SyntaxNode): ReadonlyArray<Range> => {
  const found: Array<Range> = []
  let isTrue: boolean | undefined = true
  for (let part = check; part.parent !== undefined && isTrue !== undefined; part = part.parent) {
    const { around, ranges }: Holds = holdsAround(part, part.parent, isTrue)
    found.push(...ranges)
    isTrue = around
  }
  return found
}

const constants: ReadonlySet<string> = new Set(["integer", "string"])

/** Whether a node is a name, a member of one or what is at a constant key of one. */
const isPath = (node: SyntaxNode | undefined): boolean => {
  if (node?.type === "attribute") return isPath(node.at("object"))
  if (node?.type !== "subscript") return node?.type === "identifier"
  return constants.has(node.at("subscript")?.type ?? "") && isPath(node.at("value"))
}

/** What a check is about, and where it holds. */
const readCheck = (node: SyntaxNode, reading: Reading): ReadonlyArray<Narrowing> => {
  const name = reading.text(node.at("function"))
  if (name !== "isinstance" && name !== "issubclass") return []
  const [first, type, ...others] = node.at("arguments")?.children ?? []
  const checked = first?.type === "named_expression" ? first.at("name") : first
  if (type === undefined || others.length > 0 || !isPath(checked)) return []
  const text = reading.text(checked)
  return rangesOf(node).map(({ end, start }) => ({ text, type, isClass: name === "issubclass", start, end }))
}

const targets: ReadonlyMap<string, string> = new Map([
  ["assignment", "left"],
  ["augmented_assignment", "left"],
  ["for_statement", "left"],
  ["named_expression", "name"],
  ["as_pattern", "alias"]
])

/** The names and members that a target assigns. */
const pathsIn = (target: SyntaxNode): ReadonlyArray<SyntaxNode> =>
  isPath(target) ? [target] : target.type === "subscript" ? [] : target.children.flatMap(pathsIn)

/** What the text of a member or entry begins with, and itself. */
const prefixesOf = (text: string): ReadonlyArray<string> => [
  ...Array.from(text.matchAll(/[.[]/g), ({ index }) => text.slice(0, index)),
  text
]

/** The first of sorted numbers that is no less than another. */
const firstFrom = (sorted: ReadonlyArray<number>, from: number): number | undefined => {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? from) < from) low = middle + 1
    else high = middle
  }
  return sorted[low]
}

/** Where `isinstance` and `issubclass` hold: until what they are about is assigned. */
export const narrowings = (root: SyntaxNode, reading: Reading): ReadonlyArray<Narrowing> => {
  const found: Array<Narrowing> = []
  const assigned = new Map<string, Array<number>>()
  const pending = [root]
  for (const node of pending) {
    if (node.type === "call") found.push(...readCheck(node, reading))
    const target = node.at(targets.get(node.type) ?? "-")
    for (const path of target === undefined ? [] : pathsIn(target)) {
      const text = reading.text(path)
      const places = assigned.get(text) ?? []
      assigned.set(text, places)
      places.push(path.start)
    }
    for (const child of node.children) pending.push(child)
  }
  for (const places of assigned.values()) places.sort((a, b) => a - b)
  const nextAssigned = (text: string, from: number): number =>
    firstFrom(assigned.get(text) ?? [], from) ?? Number.POSITIVE_INFINITY
  return found
    .map((each) => ({
      ...each,
      end: Math.min(each.end, ...prefixesOf(each.text).map((text) => nextAssigned(text, each.start)))
    }))
    .toSorted((a, b) => a.start - b.start)
}
