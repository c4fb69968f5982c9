// Why not `modify` of jsonc-parser:
// - With formatting options, it reformats the user's entries on the line where it inserts.
// - It inserts before the comment behind the last entry, so that the comment moves to ours.
// - It removes an entry together with the comments before it.
// - It replaces only the first of two equal keys, and spreads a one-line entry over several lines.
import { type Edit, getNodeValue, type Node } from "jsonc-parser"
import { takeIndent } from "../../../domain/Text.ts"

/** A complete member of an object. */
export interface Property {
  readonly object: Node
  readonly key: string
  readonly node: Node
  readonly value: Node
}

/** Lists the members of an object in source order. Returns none for another value. */
export const listProperties = (object: Node): ReadonlyArray<Property> =>
  (object.type === "object" ? (object.children ?? []) : []).flatMap((node) => {
    const [key, value] = node.children ?? []
    const name: unknown = key?.value
    return typeof name === "string" && value !== undefined ? [{ object, key: name, node, value }] : []
  })

const getEnd = (node: Node): number => node.offset + node.length

const trivia = /[ \t\v\f\r\n]+|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//y

/** Lists the consecutive white space and comments from an offset on. */
const scanTrivia = (text: string, from: number): ReadonlyArray<{ readonly text: string; readonly end: number }> => {
  const pieces: Array<{ text: string; end: number }> = []
  let at = from
  for (;;) {
    trivia.lastIndex = at
    const piece = trivia.exec(text)?.[0]
    if (piece === undefined) return pieces
    at += piece.length
    pieces.push({ text: piece, end: at })
  }
}

/** Finds the comma after an offset, skipping white space and comments. */
const findComma = (text: string, from: number): number | undefined => {
  const at = scanTrivia(text, from).at(-1)?.end ?? from
  return text[at] === "," ? at : undefined
}

/** Finds the end of the comments that follow on the same line, and whether the last is a line comment. */
const findLineComments = (text: string, from: number): { readonly end: number; readonly isLine: boolean } => {
  let tail = { end: from, isLine: false }
  for (const piece of scanTrivia(text, from)) {
    if (piece.text.startsWith("/")) tail = { end: piece.end, isLine: piece.text.startsWith("//") }
    if (/[\r\n]/.test(piece.text)) break
  }
  return tail
}

const lineIndent = (text: string, offset: number): string => {
  const start = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1
  return takeIndent(text.slice(start, offset))
}

const detectNewline = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n")

/** Detects one step of indentation: that of the document's first member, if it is on its own line. */
const detectIndentUnit = (text: string, root: Node): string => {
  const first = root.children?.[0]
  const indent =
    first !== undefined && /\n/.test(text.slice(root.offset, first.offset)) ? lineIndent(text, first.offset) : ""
  const step = indent.slice(lineIndent(text, root.offset).length)
  return step === "" ? "  " : step
}

const getRoot = (node: Node): Node => (node.parent === undefined ? node : getRoot(node.parent))

interface Layout {
  /** Indentation of the line on which the value begins. */
  readonly indent: string
  readonly isOneLine: boolean
}

/** Formats a value on one line. The space after a brace, or before an array's object, makes {@link startsAtBrace} false. */
const formatOneLine = (value: unknown): string => {
  if (Array.isArray(value)) {
    const elements = value.map(formatOneLine).join(", ")
    return value.some((element) => typeof element === "object") ? `[ ${elements} ]` : `[${elements}]`
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${formatOneLine(member)}`)
  return `{ ${members.join(", ")} }`
}

const formatValue = (text: string, root: Node, value: unknown, { indent, isOneLine }: Layout): string =>
  isOneLine
    ? formatOneLine(value)
    : JSON.stringify(value, null, detectIndentUnit(text, root))
        .split("\n")
        .join(detectNewline(text) + indent)

const detectLayout = (text: string, object: Node): Layout => {
  const first = object.children?.[0]
  return first === undefined
    ? { isOneLine: !text.trim().includes("\n"), indent: lineIndent(text, object.offset) }
    : { isOneLine: !text.slice(object.offset, first.offset).includes("\n"), indent: lineIndent(text, first.offset) }
}

/**
 * Adds an element at the end of an object or array: after the comments of the last one, and with a trailing comma if that
 * one has it. In an empty container the element directly follows the brace, by which {@link startsAtBrace} later recognizes
 * a container that existed before.
 */
const addLast = (text: string, container: Node, format: (layout: Layout) => string): ReadonlyArray<Edit> => {
  const layout = detectLayout(text, container)
  const element = format(layout)
  const last = container.children?.at(-1)
  if (last === undefined) return [{ offset: container.offset + 1, length: 0, content: element }]
  const comma = findComma(text, getEnd(last))
  const { end, isLine } = findLineComments(text, comma === undefined ? getEnd(last) : comma + 1)
  const gap = layout.isOneLine && !isLine ? " " : detectNewline(text) + layout.indent
  return comma === undefined
    ? [
        { offset: getEnd(last), length: 0, content: "," },
        { offset: end, length: 0, content: gap + element }
      ]
    : [{ offset: end, length: 0, content: `${gap}${element},` }]
}

/** Adds a member at the end of an object. */
export const addMember = (text: string, object: Node, key: string, value: unknown): ReadonlyArray<Edit> =>
  addLast(text, object, (layout) => `${JSON.stringify(key)}: ${formatValue(text, getRoot(object), value, layout)}`)

/** Adds an element at the end of an array. */
export const addElement = (text: string, array: Node, value: unknown): ReadonlyArray<Edit> =>
  addLast(text, array, (layout) => formatValue(text, getRoot(array), value, layout))

/** Replaces the value of a member. */
export const replaceValue = (text: string, property: Property, value: unknown): ReadonlyArray<Edit> => {
  const { object } = property
  const { offset, length } = property.value
  const layout = { ...detectLayout(text, object), indent: lineIndent(text, property.node.offset) }
  return [{ offset, length, content: formatValue(text, getRoot(object), value, layout) }]
}

/** Whether the first member of an object directly follows the brace. */
export const startsAtBrace = (object: Node): boolean => object.children?.[0]?.offset === object.offset + 1

/** Whether an object contains comments outside of its members. */
export const hasComments = (text: string, object: Node): boolean => {
  const gaps = [object.offset + 1, ...(object.children ?? []).map(getEnd)]
  return gaps.some((gap) => {
    const comma = findComma(text, gap)
    return [gap, ...(comma === undefined ? [] : [comma + 1])].some((from) =>
      scanTrivia(text, from).some((piece) => piece.text.startsWith("/"))
    )
  })
}

const cut = (from: number, to: number): Edit => ({ offset: from, length: to - from, content: "" })

/**
 * Removes a child of an object or array, the white space before it, and its comma; for the last one, the comma before it.
 */
export const removeChild = (text: string, container: Node, node: Node): ReadonlyArray<Edit> => {
  const children = container.children ?? []
  const previous = children[children.indexOf(node) - 1]
  const previousEnd = previous === undefined ? container.offset + 1 : getEnd(previous)
  const commaBefore = previous === undefined ? undefined : findComma(text, previousEnd)
  const gapStart = commaBefore === undefined ? previousEnd : commaBefore + 1
  const comment = scanTrivia(text, gapStart).findLast((piece) => piece.text.startsWith("/"))
  const commaAfter = findComma(text, getEnd(node))
  const hasTextAfter = !/^,?[ \t]*(?:[\r\n]|$)/.test(text.slice(commaAfter ?? getEnd(node)))
  // A line comment before the member must keep its newline when text follows on the member's line.
  const start = comment?.text.startsWith("//") === true && hasTextAfter ? node.offset : (comment?.end ?? gapStart)
  return [
    ...(commaBefore !== undefined && commaAfter === undefined ? [cut(commaBefore, commaBefore + 1)] : []),
    cut(start, getEnd(node)),
    ...(commaAfter === undefined ? [] : [cut(commaAfter, commaAfter + 1)])
  ]
}

/** Removes a member as {@link removeChild} does. */
export const removeMember = (text: string, { node, object }: Property): ReadonlyArray<Edit> =>
  removeChild(text, object, node)

/** Lists all keys and values in order, without the member at `path`, for comparing a document before and after an edit. */
export const omitMember = (node: Node, path: ReadonlyArray<string>): unknown => {
  const [key, ...deeper] = path
  if (node.type === "array") return (node.children ?? []).map((child) => omitMember(child, []))
  if (node.type !== "object") {
    const value: unknown = getNodeValue(node)
    return [node.type, value]
  }
  return listProperties(node).flatMap((property) => {
    if (property.key !== key) return [[property.key, omitMember(property.value, [])]]
    if (deeper.length === 0) return []
    const rest = omitMember(property.value, deeper)
    return Array.isArray(rest) && rest.length === 0 ? [] : [[property.key, rest]]
  })
}
