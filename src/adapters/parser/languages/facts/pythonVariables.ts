import type { DeclaredVariable, Source, Surroundings } from "../../treesitter/facts/FactsLanguage.ts"
import type { Iterated } from "../../treesitter/facts/Implicit.ts"
import type { Reading, SyntaxNode } from "../../treesitter/facts/SyntaxNode.ts"

/** A name in a pattern, and the positions that lead to it. */
interface Target {
  readonly node: SyntaxNode
  readonly entries: ReadonlyArray<number>
  /** Whether it takes all that other positions leave. */
  readonly isRest: boolean
}

const lists: ReadonlySet<string> = new Set(["pattern_list", "tuple_pattern", "list_pattern", "tuple", "list"])
const splats: ReadonlySet<string> = new Set(["list_splat_pattern", "list_splat"])

const targetsOf = (node: SyntaxNode, entries: ReadonlyArray<number> = []): ReadonlyArray<Target> => {
  if (node.type === "identifier" || node.type === "attribute") return [{ node, entries, isRest: false }]
  if (lists.has(node.type)) return node.children.flatMap((child, at) => targetsOf(child, [...entries, at]))
  const [only] = node.children
  if (only === undefined) return []
  if (splats.has(node.type)) return targetsOf(only, entries).map((target) => ({ ...target, isRest: true }))
  return node.type === "as_pattern_target" || node.type === "parenthesized_expression" ? targetsOf(only, entries) : []
}

const sourceFrom = (node: SyntaxNode, how: Source["how"], entries: ReadonlyArray<number>): Source => ({
  node,
  how,
  entries
})

const copies: ReadonlySet<string> = new Set(["list", "sorted", "reversed", "tuple", "set", "iter", "frozenset"])

/** The source of one target of an iteration: through `enumerate`, `zip`, `sorted` and the like. */
const elementSource = (iterated: SyntaxNode, entries: ReadonlyArray<number>, reading: Reading): Source | undefined => {
  const callee = iterated.type === "call" ? reading.text(iterated.at("function")) : ""
  const given = iterated.at("arguments")?.children ?? []
  const [first] = given
  const [at, ...rest] = entries
  if (first === undefined || !/^\w+$/.test(callee)) return sourceFrom(iterated, "element", entries)
  if (copies.has(callee)) return elementSource(first, entries, reading)
  if (callee === "enumerate" && at !== undefined) return at === 1 ? elementSource(first, rest, reading) : undefined
  const zipped = callee === "zip" && at !== undefined ? given[at] : undefined
  return zipped === undefined ? sourceFrom(iterated, "element", entries) : elementSource(zipped, rest, reading)
}

/** What a loop iterates, through `enumerate`, `zip`, `sorted` and the like. */
export const findIterated = (node: SyntaxNode, reading: Reading): ReadonlyArray<Iterated> => {
  const iterated = node.type === "for_statement" || node.type === "for_in_clause" ? node.at("right") : undefined
  if (iterated === undefined) return []
  const isAwaited = reading.text(node).startsWith("async")
  return listIterated(iterated, reading).map((each) => ({ node: each, isAwaited }))
}

const listIterated = (node: SyntaxNode, reading: Reading): ReadonlyArray<SyntaxNode> => {
  const callee = node.type === "call" ? reading.text(node.at("function")) : ""
  const given = node.at("arguments")?.children ?? []
  if (callee === "zip") return given.flatMap((each) => listIterated(each, reading))
  const [first] = copies.has(callee) || callee === "enumerate" ? given : []
  return first === undefined ? [node] : listIterated(first, reading)
}

/** The source of one target of an assignment. Positions of a literal list are followed. */
const valueSource = (value: SyntaxNode, entries: ReadonlyArray<number>): Source => {
  const [at, ...rest] = entries
  const isList = ["expression_list", "tuple", "list"].includes(value.type)
  const hasSplat = value.children.some(({ type }) => splats.has(type))
  const part = at === undefined || !isList || hasSplat ? undefined : value.children[at]
  return part === undefined ? sourceFrom(value, "value", entries) : valueSource(part, rest)
}

/** How a language sees the targets of one statement. */
interface Assigned {
  readonly pattern: SyntaxNode | undefined
  readonly type?: SyntaxNode | undefined
  readonly source: (entries: ReadonlyArray<number>) => Source | undefined
}

/** The value at the end of `a = b = value`. */
const innermost = (node: SyntaxNode | undefined): SyntaxNode | undefined =>
  node?.type === "assignment" ? innermost(node.at("right")) : node

const valueOf =
  (value: SyntaxNode | undefined, how: Source["how"] = "value") =>
  (entries: ReadonlyArray<number>): Source | undefined =>
    value === undefined ? undefined : sourceFrom(value, how, entries)

/** Maximum length of a comment that declares a type. */
const maxCommentLength = 200

/** The type that a comment after an assignment declares: `# type: dict[str, Pool]`. */
const commentedType = (node: SyntaxNode, reading: Reading): SyntaxNode | undefined => {
  const rest = node.add("comment", "comment", node.end, node.end + maxCommentLength)
  const [before, text] =
    /^([ \t]*#[ \t]*type:(?![ \t]*ignore\b)[ \t]*)([\w.[\], |]+)/.exec(reading.text(rest))?.slice(1) ?? []
  if (before === undefined || text === undefined) return undefined
  const start = node.end + before.length
  const type = rest.add("string", "type", start, start + text.length)
  type.add("string_content", "", start, start + text.length)
  return type
}

const ofAssignment = (node: SyntaxNode, reading: Reading): Assigned => {
  const value = innermost(node.at("right"))
  const source = (entries: ReadonlyArray<number>) => (value === undefined ? undefined : valueSource(value, entries))
  return { pattern: node.at("left"), type: node.at("type") ?? commentedType(node, reading), source }
}

const ofLoop = (node: SyntaxNode, reading: Reading): Assigned => {
  const iterated = node.at("right")
  const source = (entries: ReadonlyArray<number>) =>
    iterated === undefined ? undefined : elementSource(iterated, entries, reading)
  return { pattern: node.at("left"), source }
}

/** `with X() as y`, `except X as y`, `case X() as y`. */
const ofAs = (node: SyntaxNode): Assigned => {
  const [value] = node.children
  const isPattern = value?.type === "case_pattern"
  const how = node.parent?.type === "except_clause" ? "type" : "value"
  return { pattern: node.at("alias") ?? node.children.at(-1), source: valueOf(isPattern ? undefined : value, how) }
}

const ofCase = (node: SyntaxNode): Assigned | undefined => {
  const name = node.children[0]?.type === "dotted_name" ? node.children[0] : undefined
  const [only, ...others] = name?.children ?? []
  return others.length > 0 ? undefined : { pattern: only, source: valueOf(undefined) }
}

const assigned = (node: SyntaxNode, reading: Reading): Assigned | undefined => {
  switch (node.type) {
    case "assignment":
      return ofAssignment(node, reading)
    case "named_expression":
      return { pattern: node.at("name"), source: valueOf(node.at("value")) }
    case "for_statement":
    case "for_in_clause":
      return ofLoop(node, reading)
    case "as_pattern":
      return ofAs(node)
    case "case_pattern":
      return ofCase(node)
    default:
      return undefined
  }
}

/** The variables that a statement or expression assigns. */
export const declareVariables = (
  node: SyntaxNode,
  around: Surroundings,
  reading: Reading,
  isPublic: (name: string) => boolean
): ReadonlyArray<DeclaredVariable> => {
  const found = assigned(node, reading)
  if (found?.pattern === undefined) return []
  const { pattern, source, type } = found
  const annotation = reading.text(type)
  return targetsOf(pattern).flatMap((target): ReadonlyArray<DeclaredVariable> => {
    const isMember = target.node.type === "attribute"
    const name = isMember ? target.node.at("attribute") : target.node
    if (name === undefined) return []
    if (isMember && reading.text(target.node.at("object")) !== around.instance) return []
    const value = target.isRest ? undefined : source(target.entries)
    return [
      {
        declares: "variable",
        name,
        type: /(?:^|\.)(?:Final|ClassVar)$/.test(annotation) ? undefined : type,
        sources: value === undefined ? [] : [value],
        place: isMember ? "member" : "scope",
        isExported: isPublic(reading.text(name)),
        isStatic: !isMember && around.scope === "type" && /\bClassVar\b/.test(annotation)
      }
    ]
  })
}
