import { type Edit, getNodeValue, type Node } from "jsonc-parser"

/** One member of an object, its key and value; undefined for a half-written one. */
export interface Property {
  readonly key: string
  readonly node: Node
  readonly value: Node
}

/** The members of an object in source order; none of anything else. */
export const propertiesOf = (object: Node): ReadonlyArray<Property> =>
  (object.type === "object" ? (object.children ?? []) : []).flatMap((node) => {
    const [key, value] = node.children ?? []
    const name: unknown = key?.value
    return typeof name === "string" && value !== undefined ? [{ key: name, node, value }] : []
  })

const endOf = (node: Node): number => node.offset + node.length

const trivia = /[ \t\v\f\r\n]+|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//y

/** White space and comments from an offset on, one after the other. */
const triviaFrom = (text: string, from: number): ReadonlyArray<{ readonly text: string; readonly end: number }> => {
  const found: Array<{ text: string; end: number }> = []
  let at = from
  for (;;) {
    trivia.lastIndex = at
    const [piece = ""] = trivia.exec(text) ?? []
    if (piece === "") return found
    at += piece.length
    found.push({ text: piece, end: at })
  }
}

/** Where the comma after an offset is, behind white space and comments. */
const commaAfter = (text: string, from: number): number | undefined => {
  const at = triviaFrom(text, from).at(-1)?.end ?? from
  return text[at] === "," ? at : undefined
}

/** Where the comments that follow on the same line end, and whether the last runs to the end of its line. */
const tailOf = (text: string, from: number): { readonly end: number; readonly open: boolean } => {
  let tail = { end: from, open: false }
  for (const piece of triviaFrom(text, from)) {
    if (piece.text.startsWith("/")) tail = { end: piece.end, open: piece.text.startsWith("//") }
    if (/[\r\n]/.test(piece.text)) break
  }
  return tail
}

const lineIndent = (text: string, offset: number): string => {
  const start = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? ""
}

const newlineOf = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n")

/** One step of indentation: that of the document's first member, where it has a line of its own. */
const unitOf = (text: string, root: Node): string => {
  const first = root.children?.[0]
  const own =
    first !== undefined && /\n/.test(text.slice(root.offset, first.offset)) ? lineIndent(text, first.offset) : ""
  const step = own.slice(lineIndent(text, root.offset).length)
  return step === "" ? "  " : step
}

const rootOf = (node: Node): Node => (node.parent === undefined ? node : rootOf(node.parent))

interface Layout {
  /** Indentation of the line on which the value begins. */
  readonly indent: string
  readonly compact: boolean
}

/** A value on one line, spaced: an object that is made here never {@link isCuddled}. */
const oneLine = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(", ")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${oneLine(member)}`)
  return `{ ${members.join(", ")} }`
}

const rendered = (text: string, root: Node, value: unknown, { compact, indent }: Layout): string =>
  compact
    ? oneLine(value)
    : JSON.stringify(value, null, unitOf(text, root))
        .split("\n")
        .join(newlineOf(text) + indent)

const layoutOf = (text: string, object: Node): Layout => {
  const first = object.children?.[0]
  return first === undefined
    ? { compact: !text.trim().includes("\n"), indent: lineIndent(text, object.offset) }
    : { compact: !text.slice(object.offset, first.offset).includes("\n"), indent: lineIndent(text, first.offset) }
}

/**
 * Adds a member at the end of an object, in the manner of the others: behind the comments of the last one, with a
 * comma after it where they have one. In an empty object it follows the brace at once: so it is known again as no
 * object of its own making when it is taken out.
 */
export const addMember = (text: string, object: Node, key: string, value: unknown): ReadonlyArray<Edit> => {
  const layout = layoutOf(text, object)
  const member = `${JSON.stringify(key)}: ${rendered(text, rootOf(object), value, layout)}`
  const last = object.children?.at(-1)
  if (last === undefined) return [{ offset: object.offset + 1, length: 0, content: member }]
  const comma = commaAfter(text, endOf(last))
  const { end, open } = tailOf(text, comma === undefined ? endOf(last) : comma + 1)
  const gap = layout.compact && !open ? " " : newlineOf(text) + layout.indent
  return comma === undefined
    ? [
        { offset: endOf(last), length: 0, content: "," },
        { offset: end, length: 0, content: gap + member }
      ]
    : [{ offset: end, length: 0, content: `${gap}${member},` }]
}

/** Puts another value in the place of one. */
export const replaceValue = (text: string, property: Property, value: unknown): ReadonlyArray<Edit> => {
  const { offset, length } = property.value
  const object = property.node.parent ?? property.node
  const layout = { ...layoutOf(text, object), indent: lineIndent(text, property.node.offset) }
  return [{ offset, length, content: rendered(text, rootOf(object), value, layout) }]
}

/** Whether the first member of an object follows its brace at once. */
export const isCuddled = (object: Node): boolean => object.children?.[0]?.offset === object.offset + 1

/** Whether comments stand in an object outside of its members. */
export const hasComments = (text: string, object: Node): boolean => {
  const gaps = [object.offset + 1, ...(object.children ?? []).map(endOf)]
  return gaps.some((gap) => {
    const comma = commaAfter(text, gap)
    return [gap, ...(comma === undefined ? [] : [comma + 1])].some((from) =>
      triviaFrom(text, from).some((piece) => piece.text.startsWith("/"))
    )
  })
}

const cut = (from: number, to: number): Edit => ({ offset: from, length: to - from, content: "" })

/** Takes a member out with the white space before it and its comma, or the one before it where it was the last. */
export const removeMember = (text: string, { node }: Property): ReadonlyArray<Edit> => {
  const members = node.parent?.children ?? []
  const index = members.indexOf(node)
  const previous = members[index - 1]
  const opening = previous === undefined ? (node.parent?.offset ?? 0) + 1 : endOf(previous)
  const before = previous === undefined ? undefined : commaAfter(text, opening)
  const gap = triviaFrom(text, before === undefined ? opening : before + 1)
  const comment = gap.findLast((piece) => piece.text.startsWith("/"))
  const after = commaAfter(text, endOf(node))
  const end = after ?? endOf(node)
  const followed = !/^,?[ \t]*(?:[\r\n]|$)/.test(text.slice(end))
  const start = comment === undefined ? (before === undefined ? opening : before + 1) : comment.end
  const kept = comment?.text.startsWith("//") === true && followed ? node.offset : start
  return [
    ...(before !== undefined && after === undefined ? [cut(before, before + 1)] : []),
    cut(kept, endOf(node)),
    ...(after === undefined ? [] : [cut(after, after + 1)])
  ]
}

/** Keys and values in order, without the member that `left` names: what must be the same before and after. */
export const remainderOf = (node: Node, left: ReadonlyArray<string>): unknown => {
  const [key, ...deeper] = left
  if (node.type === "array") return (node.children ?? []).map((child) => remainderOf(child, []))
  if (node.type !== "object") {
    const value: unknown = getNodeValue(node)
    return [node.type, value]
  }
  const kept = propertiesOf(node).flatMap((property) => {
    if (property.key !== key) return [[property.key, remainderOf(property.value, [])]]
    if (deeper.length === 0) return []
    const rest = remainderOf(property.value, deeper)
    return Array.isArray(rest) && rest.length === 0 ? [] : [[property.key, rest]]
  })
  return kept
}
