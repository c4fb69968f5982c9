import type { Node, Parser, Tree } from "web-tree-sitter"
import type { Draft, Extractor } from "../Language.ts"
import { formatName, formatSignature, removeSpans } from "../signature.ts"
import { extractFacts } from "./facts/extractFacts.ts"
import type { FoundUnit } from "./facts/OutlineUnits.ts"
import { makeCopyTable } from "./facts/SyntaxNode.ts"
import { type Parsed, parseUnwrapped } from "./parseUnwrapped.ts"
import type { Heads, Scope, Separator, TreeLanguage } from "./TreeLanguage.ts"

/** Maximum nesting depth of units and containers. */
const maxDepth = 200

/** Finds the attributes at the start of a declaration, also among its modifiers. */
const findAttributes = (language: TreeLanguage, node: Node): ReadonlyArray<Node> => {
  const { attributes } = language
  if (attributes === undefined) return []
  const children = node.namedChildren
  const ends = children.findIndex(
    ({ type }) => type !== "modifiers" && !attributes.has(type) && !language.comments.includes(type)
  )
  return children
    .slice(0, ends === -1 ? children.length : ends)
    .flatMap((child) => (child.type === "modifiers" ? child.namedChildren : [child]))
    .filter(({ type }) => attributes.has(type))
}

const findComments = (language: TreeLanguage, node: Node, before: Node | null): ReadonlyArray<Node> =>
  node.descendantsOfType(
    [...language.comments],
    node.startPosition,
    before === null ? node.endPosition : before.startPosition
  )

const makeHeads = (language: TreeLanguage, text: string): Heads => ({
  head: (node, before) => {
    const span = { start: node.startIndex, end: before === null ? node.endIndex : before.startIndex }
    const whole = text.slice(span.start, span.end)
    const comments = /#|--|\/[/*]/.test(whole) ? findComments(language, node, before) : []
    const left = [...findAttributes(language, node), ...comments]
    return left.length === 0
      ? whole
      : removeSpans(
          text,
          span,
          left.map((each) => ({ start: each.startIndex, end: each.endIndex }))
        )
  }
})

/** A run of leading nodes (comments, attributes) above the next unit. */
interface Lead {
  readonly start: number
  readonly end: number
}

/** Versions of a text with the same length: as given, for reading heads, and for parsing. */
interface SourceVersions {
  readonly given: string
  readonly text: string
  readonly parsed: string
}

const isFirstOnLine = (text: string, offset: number): boolean =>
  text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset).trim() === ""

/** Returns the end of a node, without the line break that some grammars include in a line comment. */
const findNodeEnd = (text: string, node: Node): number =>
  text.charAt(node.endIndex - 1) === "\n" ? node.endIndex - 1 : node.endIndex

/** Whether neither code nor an empty line separates the leading nodes from `start`. */
const isDirectlyAbove = ({ given, parsed }: SourceVersions, lead: Lead, start: number): boolean =>
  parsed.slice(lead.end, start).trim() === "" && !/\n[^\S\n]*\n/.test(given.slice(lead.end, start))

const extendLead = (texts: SourceVersions, lead: Lead | undefined, node: Node): Lead | undefined => {
  if (!isFirstOnLine(texts.text, node.startIndex) && lead === undefined) return undefined
  const joins = lead !== undefined && isDirectlyAbove(texts, lead, node.startIndex)
  return { start: joins ? lead.start : node.startIndex, end: findNodeEnd(texts.text, node) }
}

/** Collects the units below a node. */
const collectUnits = (language: TreeLanguage, texts: SourceVersions, root: Node): ReadonlyArray<FoundUnit> => {
  const heads = makeHeads(language, texts.text)
  const units: Array<FoundUnit> = []
  const forward = new Map<Draft, string>()
  const defined = new Set<string>()
  const declare = (node: Node, scope: Scope, lead: Lead | undefined, depth: number): boolean => {
    const found = language.find(node, scope, heads)
    const start = lead !== undefined && isDirectlyAbove(texts, lead, node.startIndex) ? lead.start : node.startIndex
    for (const unit of found) {
      const span =
        unit.at === undefined ? { start, end: node.endIndex } : { start: unit.at.startIndex, end: unit.at.endIndex }
      const draft: Draft = { type: unit.type, name: unit.name, signature: formatSignature(unit.head), ...span }
      if (unit.name !== "") units.push({ draft, nodeStart: unit.at?.startIndex ?? node.startIndex })
      if (unit.key !== undefined && unit.forward === true) forward.set(draft, unit.key)
      else if (unit.key !== undefined) defined.add(unit.key)
      if (unit.inside !== undefined) walk(unit.inside.node, unit.inside.scope, undefined, depth + 1)
    }
    return found.length > 0
  }
  const walk = (parent: Node, scope: Scope, above: Lead | undefined, depth: number): void => {
    if (depth > maxDepth) return
    let lead = above
    for (const child of parent.namedChildren) {
      if (language.leads(child)) {
        lead = extendLead(texts, lead, child)
        continue
      }
      const known = declare(child, scope, lead, depth)
      if (!known && language.containers.has(child.type)) walk(child, scope, lead, depth + 1)
      lead = undefined
    }
  }
  walk(root, { kind: "file", name: "" }, undefined, 0)
  const first = new Map(units.toReversed().map(({ draft }) => [draft.name, draft]))
  return units
    .filter(({ draft }) => {
      const key = forward.get(draft)
      return key === undefined || !defined.has(key)
    })
    .filter(({ draft }) => draft.type !== language.once || first.get(draft.name) === draft)
}

/** Joins a scope and a name. */
export const qualify = (scope: Scope, name: string, separator: Separator): string => {
  const segment = formatName(name)
  return scope.name === "" || segment === "" ? segment : `${scope.name}${separator}${segment}`
}

/** A parse that may be stopped and resumed. */
interface Parse {
  readonly given: string
  readonly text: string
  readonly steps: Iterator<void, Parsed>
}

const never = (): boolean => false

/** Makes a function that parses a text. It returns undefined if stopped, and resumes if called again with the same text. */
const makeParse = ({ prepare, readable, unwrapping }: TreeLanguage, parser: Parser) => {
  let stopped: Parse | undefined
  let isStopped: () => boolean = never
  function* parseWhole(text: string): Generator<void, Tree> {
    for (;;) {
      const tree = parser.parse(text, null, { progressCallback: () => isStopped() })
      if (tree !== null) return tree
      yield
    }
  }
  const start = (given: string): Parse => {
    parser.reset()
    const text = readable?.(given) ?? given
    return { given, text, steps: parseUnwrapped(prepare?.(text) ?? text, parseWhole, unwrapping) }
  }
  return (given: string, shouldContinue: () => boolean) => {
    isStopped = () => !shouldContinue()
    if (stopped?.given !== given) stopped?.steps.return?.()
    const parse = stopped?.given === given ? stopped : start(given)
    // A parse that throws or is terminated cannot be resumed.
    stopped = undefined
    const step = parse.steps.next()
    if (step.done === true)
      return { texts: { given, text: parse.text, parsed: step.value.text }, tree: step.value.tree }
    stopped = parse
    return undefined
  }
}

/** Makes an extractor. It stops when `shouldContinue` returns false and resumes if called again with the same text. */
export const makeExtractor = (language: TreeLanguage, parser: Parser): Extractor => {
  const parse = makeParse(language, parser)
  const table =
    language.facts === undefined || parser.language === null
      ? undefined
      : makeCopyTable(parser.language, language.facts.tokens, language.comments)
  return (given, shouldContinue, wantsFacts = false) => {
    const parsed = parse(given, shouldContinue)
    if (parsed === undefined) return undefined
    const { texts, tree } = parsed
    try {
      const units = collectUnits(language, texts, tree.rootNode)
      const extract = { drafts: units.map(({ draft }) => draft), partial: tree.rootNode.hasError }
      if (!wantsFacts || language.facts === undefined || table === undefined) return extract
      const facts = extractFacts(language.facts, { given, table, tree, units }, shouldContinue)
      return facts === undefined ? undefined : { ...extract, facts }
    } finally {
      tree.delete()
    }
  }
}
