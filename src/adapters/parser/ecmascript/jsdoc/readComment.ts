import type { Comment } from "oxc-parser"

/** A type as a comment has it. */
export interface WrittenType {
  /** TypeScript, of the same length as what is in the file. */
  readonly text: string
  /** Offset in the file. */
  readonly start: number
  /** Whether it is what a function gives, so that it may be `value is Pool`. */
  readonly isReturned: boolean
}

/** A parameter, or a property of an object. */
export interface Named {
  readonly name: string
  /** Undefined without one, or with one that says nothing. */
  readonly type: WrittenType | undefined
  /** `{...Pool}`. */
  readonly isRest: boolean
  /** What the comment says of its members, as `options.pool`. */
  readonly members: Array<Named>
}

/** What a comment says of a function, or of a type of functions. */
export interface Signature {
  /** In their order. */
  readonly parameters: Array<Named>
  returns: WrittenType | undefined
}

/** A type that a comment declares: by `@typedef` as another one or by its properties, by `@callback` as one of functions. */
export interface Typedef extends Signature {
  readonly name: string
  readonly tag: "typedef" | "callback"
  readonly type: WrittenType | undefined
  readonly properties: Array<Named>
}

/** A type parameter. */
export interface Template {
  readonly name: string
  readonly constraint: WrittenType | undefined
}

/** The types in a comment of JSDoc. */
export interface Doc extends Signature {
  readonly comment: Comment
  type: WrittenType | undefined
  /** Of `this`. */
  self: WrittenType | undefined
  satisfies: WrittenType | undefined
  /** Of a class: its base, with arguments. */
  extended: WrittenType | undefined
  readonly typedefs: Array<Typedef>
  readonly templates: Array<Template>
  /** `{ A, B } from "./x"`, of `@import`. */
  readonly imports: Array<WrittenType>
}

/** Maximum length of a type, in UTF-16 code units. */
const maxTypeLength = 500
/** Maximum length of an import, and of a comment to look at. */
const maxImportLength = 2_000
const maxCommentLength = 65_536

const tagPattern =
  /@(param|arg|argument|returns?|type|satisfies|typedef|callback|prop|property|template|extends|augments|this|import)\b[ \t]*/g
/** The name of a parameter or property, perhaps optional, and perhaps of a member of it. */
const namePattern = /\s*\*?\s*\[?([\w$]+)(?:(?:\[\])?\.([\w$]+))?(?![\w$.[])/y
const templatePattern = /\s*(?:const\s+)?\[?([\w$]+)[^,\n]*(,?)/y
const importPattern = /[\s\S]*?\bfrom\s*(["'])[^"'\n]*\1/y
/** Says nothing, or nothing that inference would not find. */
const vague = /^(?:\*|any|unknown|mixed|object|array|function|promise|undefined|null|void)$/i

/** Replaces line ends, with the asterisks after them, by spaces. */
const joinLines = (text: string): string => text.replaceAll(/\r?\n[ \t]*\*?/g, (end) => " ".repeat(end.length))

/** Rewrites what only JSDoc allows, in the same length. */
const toTypeScript = (text: string): string =>
  joinLines(text)
    .replaceAll(".<", " <")
    .replace(/^\s*(?:\.\.\.|[?!])/, (prefix) => " ".repeat(prefix.length))
    .replace(/[=?!]\s*$/, (suffix) => " ".repeat(suffix.length))

/** The end of what the brace at an offset opens; -1 if it is not closed within the limit. */
const closingBrace = (text: string, from: number): number => {
  let depth = 0
  for (let at = from; at < text.length && at - from <= maxTypeLength; at += 1) {
    if (text[at] === "{") depth += 1
    else if (text[at] === "}") depth -= 1
    if (depth === 0) return at
  }
  return -1
}

/** A tag of a comment with its type. */
interface Tag {
  readonly name: string
  readonly type: WrittenType | undefined
  readonly isRest: boolean
  /** Offset in the comment of what follows its type. */
  readonly rest: number
}

/** Reads the type after a tag; undefined if it has braces that are not closed. */
const readTag = (value: string, name: string, from: number, offset: number): Tag | undefined => {
  if (value[from] !== "{") return { name, type: undefined, isRest: false, rest: from }
  const end = closingBrace(value, from)
  if (end === -1) return undefined
  const written = value.slice(from + 1, end)
  const text = toTypeScript(written)
  const isReturned = name === "returns" || name === "return"
  const type = vague.test(text.trim()) ? undefined : { text, start: offset + from + 1, isReturned }
  return { name, type, isRest: /^\s*\.\.\./.test(written), rest: end + 1 }
}

const matchAt = (pattern: RegExp, value: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(value)
}

/** Adds a parameter or property, or a member of the one before. */
const addNamed = (list: Array<Named>, { isRest, rest, type }: Tag, value: string): void => {
  const [, name, member] = matchAt(namePattern, value, rest) ?? []
  if (name === undefined) return
  if (member === undefined) list.push({ name, type, isRest, members: [] })
  else list.find((each) => each.name === name)?.members.push({ name: member, type, isRest, members: [] })
}

const addTemplates = (doc: Doc, { rest, type: constraint }: Tag, value: string): void => {
  let found = matchAt(templatePattern, value, rest)
  while (found !== null) {
    const [, name = "", comma] = found
    doc.templates.push({ name, constraint })
    found = comma === "" ? null : matchAt(templatePattern, value, templatePattern.lastIndex)
  }
}

const addTypedef = (doc: Doc, { name: tag, rest, type }: Tag, value: string): void => {
  const name = matchAt(namePattern, value, rest)?.[1]
  if (name === undefined || (tag !== "typedef" && tag !== "callback")) return
  doc.typedefs.push({ tag, name, type, properties: [], parameters: [], returns: undefined })
}

const addImport = (doc: Doc, value: string, from: number, offset: number): void => {
  const text = joinLines(matchAt(importPattern, value, from)?.[0] ?? "")
  if (text !== "" && text.length <= maxImportLength) doc.imports.push({ text, start: offset + from, isReturned: false })
}

const addTag = (doc: Doc, tag: Tag, value: string): void => {
  const typedef = doc.typedefs.at(-1)
  // Parameters after another type are those of the function below.
  const signature = typedef?.tag === "callback" ? typedef : doc
  switch (tag.name) {
    case "return":
    case "returns":
      signature.returns ??= tag.type
      return
    case "type":
      doc.type ??= tag.type
      return
    case "this":
      doc.self ??= tag.type
      return
    case "satisfies":
      doc.satisfies ??= tag.type
      return
    case "extends":
    case "augments":
      doc.extended ??= tag.type
      return
    case "template":
      return addTemplates(doc, tag, value)
    case "typedef":
    case "callback":
      return addTypedef(doc, tag, value)
    case "prop":
    case "property":
      return typedef === undefined ? undefined : addNamed(typedef.properties, tag, value)
    default:
      return addNamed(signature.parameters, tag, value)
  }
}

/** Reads the types of a comment; undefined if it has none. */
export const readComment = (comment: Comment): Doc | undefined => {
  const value = comment.value.slice(0, maxCommentLength)
  if (comment.type !== "Block" || !value.startsWith("*") || !value.includes("@")) return undefined
  // The comment without its slash and asterisk.
  const offset = comment.start + 2
  const doc: Doc = {
    comment,
    parameters: [],
    returns: undefined,
    type: undefined,
    self: undefined,
    satisfies: undefined,
    extended: undefined,
    typedefs: [],
    templates: [],
    imports: []
  }
  let hasTags = false
  for (const found of value.matchAll(tagPattern)) {
    const [all, name = ""] = found
    const from = found.index + all.length
    hasTags = true
    if (name === "import") {
      addImport(doc, value, from, offset)
      continue
    }
    const tag = readTag(value, name, from, offset)
    if (tag !== undefined) addTag(doc, tag, value)
  }
  return hasTags ? doc : undefined
}

const typesOfNamed = ({ members, type }: Named): ReadonlyArray<WrittenType> => [
  ...(type === undefined ? [] : [type]),
  ...members.flatMap(typesOfNamed)
]

const typesOfSignature = ({ parameters, returns }: Signature): ReadonlyArray<WrittenType> => [
  ...parameters.flatMap(typesOfNamed),
  ...(returns === undefined ? [] : [returns])
]

/** Lists the types of a comment, but for those that it imports. */
export const listTypes = (doc: Doc): ReadonlyArray<WrittenType> => {
  const own = [doc.type, doc.self, doc.satisfies, doc.extended, ...doc.templates.map(({ constraint }) => constraint)]
  const declared = doc.typedefs.flatMap((each) => [
    ...(each.type === undefined ? [] : [each.type]),
    ...each.properties.flatMap(typesOfNamed),
    ...typesOfSignature(each)
  ])
  return [...typesOfSignature(doc), ...declared, ...own.filter((each) => each !== undefined)]
}
