import {
  applyEdits,
  type Edit,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode
} from "jsonc-parser"
import { Result } from "effect"
import type { ConfigFormat, FormatProblem, NamedEntry, Members } from "../Client.ts"
import {
  addMember,
  hasComments,
  startsAtBrace,
  type Property,
  listProperties,
  omitMember,
  removeMember,
  replaceValue
} from "./jsonEdit.ts"
import { isOtherKind } from "../known/remote.ts"

const byteOrderMark = "\ufeff"

interface Document {
  /** The byte order mark, or `""`. */
  readonly mark: string
  readonly text: string
  /** Undefined in an empty document. */
  readonly root: Node | undefined
  /** Keys down to the object of entries. */
  readonly path: readonly [string, ...ReadonlyArray<string>]
  /** The object of entries, if present. */
  readonly servers: Node | undefined
}

const unparseable = (detail: string): Result.Result<never, FormatProblem> =>
  Result.fail({ kind: "unparseable", detail })
const uneditable = (detail: string): Result.Result<never, FormatProblem> => Result.fail({ kind: "uneditable", detail })

const formatPosition = (text: string, offset: number): string => {
  const before = text.slice(0, offset)
  const lineStart = Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r")) + 1
  return `line ${before.split(/\r\n|\r|\n/).length}, column ${offset - lineStart + 1}`
}

const parseObject = (text: string): Result.Result<Node, FormatProblem> => {
  const errors: Array<ParseError> = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  const [first] = errors
  if (first !== undefined) {
    return unparseable(`${printParseErrorCode(first.error)} at ${formatPosition(text, first.offset)}.`)
  }
  return root?.type === "object" ? Result.succeed(root) : unparseable("it does not contain a JSON object.")
}

/** Finds the member with a key. Fails if the key is not unique, because JSON readers differ in which one they use. */
const findUniqueMember = (object: Node, key: string): Result.Result<Property | undefined, FormatProblem> => {
  const found = listProperties(object).filter((property) => property.key === key)
  return found.length > 1 ? uneditable(`it contains ${JSON.stringify(key)} more than once.`) : Result.succeed(found[0])
}

const valueOf = (node: Node): unknown => getNodeValue(node)

/** Finds the object of entries one level deeper. An object with a `type` is an entry of that name instead. */
const findNestedServers = (servers: Node, key: string | undefined): Node | undefined => {
  const inner = listProperties(servers).find((property) => property.key === key)?.value
  const isEntry =
    inner === undefined || inner.type !== "object" || listProperties(inner).some(({ key: own }) => own === "type")
  return isEntry ? undefined : inner
}

const parseDocument = (
  raw: string,
  key: string,
  nested: string | undefined
): Result.Result<Document, FormatProblem> => {
  const mark = raw.startsWith(byteOrderMark) ? byteOrderMark : ""
  const text = raw.slice(mark.length)
  if (text.trim() === "") return Result.succeed({ mark, text: "", root: undefined, path: [key], servers: undefined })
  return Result.gen(function* () {
    const root = yield* parseObject(text)
    const servers = (yield* findUniqueMember(root, key))?.value
    if (servers === undefined) return { mark, text, root, path: [key], servers }
    if (servers.type !== "object") return yield* unparseable(`"${key}" is not a JSON object.`)
    const inner = findNestedServers(servers, nested)
    return inner === undefined
      ? { mark, text, root, path: [key], servers }
      : { mark, text, root, path: [key, ...(nested === undefined ? [] : [nested])], servers: inner }
  })
}

const membersOf = (entry: Node): Members =>
  Object.fromEntries(listProperties(entry).map(({ key, value }) => [key, valueOf(value)]))

/** Serializes everything except the entry, in order. */
const getRest = (root: Node | undefined, path: ReadonlyArray<string>, name: string): string =>
  JSON.stringify(root === undefined ? [] : omitMember(root, [...path, name]))

/** Applies edits. Fails if they change anything except the entry. */
const applyChecked = (
  document: Document,
  name: string,
  edits: ReadonlyArray<Edit>
): Result.Result<string, FormatProblem> => {
  const text = applyEdits(document.text, [...edits])
  const after = parseObject(text)
  return Result.isSuccess(after) &&
    getRest(after.success, document.path, name) === getRest(document.root, document.path, name)
    ? Result.succeed(document.mark + text)
    : uneditable("this program cannot edit its layout.")
}

/** Whether two values are the same JSON. Parsed objects have no prototype. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Updates the existing members, or else adds the first missing one. Keeps the others and the comments. */
const updateEntry = ({ text }: Document, entry: Property, members: Members): ReadonlyArray<Edit> => {
  const current = membersOf(entry.value)
  if (entry.value.type !== "object" || isOtherKind(current, members)) return replaceValue(text, entry, members)
  const updates = listProperties(entry.value).flatMap((property) => {
    const isCurrent = !Object.hasOwn(members, property.key) || isSame(current[property.key], members[property.key])
    return isCurrent ? [] : replaceValue(text, property, members[property.key])
  })
  const missing = Object.entries(members).find(([key]) => !Object.hasOwn(current, key))
  return updates.length > 0 || missing === undefined ? updates : addMember(text, entry.value, ...missing)
}

const formatNewDocument = (key: string, name: string, members: Members): string =>
  `${JSON.stringify({ [key]: { [name]: members } }, null, 2)}\n`

/** Adds the entry, or repeats {@link updateEntry} until it has all members. */
const put = (
  raw: string,
  open: (raw: string) => Result.Result<Document, FormatProblem>,
  name: string,
  members: Members
): Result.Result<string, FormatProblem> =>
  Result.gen(function* () {
    const document = yield* open(raw)
    const { path, root, servers, text } = document
    const [key] = path
    if (root === undefined) return document.mark + formatNewDocument(key, name, members)
    if (servers === undefined) {
      return yield* applyChecked(document, name, addMember(text, root, key, { [name]: members }))
    }
    const entry = yield* findUniqueMember(servers, name)
    if (entry === undefined) return yield* applyChecked(document, name, addMember(text, servers, name, members))
    const edits = updateEntry(document, entry, members)
    return edits.length === 0 ? raw : yield* put(yield* applyChecked(document, name, edits), open, name, members)
  })

/** Whether an object was probably added together with its only member. */
const wasAddedWithMember = (text: string, object: Node): boolean =>
  object.children?.length === 1 && !startsAtBrace(object) && !hasComments(text, object)

/** Removes the entry, and also the object around it and the whole document if they contain nothing else. */
const remove = (document: Document, name: string): Result.Result<string, FormatProblem> =>
  Result.gen(function* () {
    const { path, root, servers, text } = document
    const entry = servers === undefined ? undefined : yield* findUniqueMember(servers, name)
    if (root === undefined || servers === undefined || entry === undefined) return document.mark + text
    const removesServers = path.length === 1 && wasAddedWithMember(text, servers)
    const around = removesServers ? listProperties(root).find(({ value }) => value === servers) : undefined
    const isWholeText = `${text.slice(0, root.offset)}${text.slice(root.offset + root.length)}`.trim() === ""
    if (around !== undefined && isWholeText && wasAddedWithMember(text, root)) return ""
    return yield* applyChecked(document, name, removeMember(text, around ?? entry))
  })

/**
 * JSON with comments and trailing commas. The entries are below one top-level key, or one level deeper below `nested` if
 * that is an object of entries. `remove` restores exactly the bytes from before `put`.
 */
export const jsonFormat = (key: string, nested?: string): ConfigFormat => {
  const open = (raw: string) => parseDocument(raw, key, nested)
  return {
    entries: (raw) =>
      Result.map(open(raw), ({ servers }) =>
        servers === undefined
          ? []
          : listProperties(servers).map((property): NamedEntry => ({
              name: property.key,
              members: membersOf(property.value)
            }))
      ),
    put: (raw, name, members) => put(raw, open, name, members),
    remove: (raw, name) => Result.flatMap(open(raw), (document) => remove(document, name)),
    line: (name, members) => `${JSON.stringify(name)}: ${JSON.stringify(members)}`,
    emptyDocument: "{}\n"
  }
}
