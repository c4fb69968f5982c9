import { isDeepStrictEqual } from "node:util"
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
import type { ConfigFormat, FormatProblem, KnownEntry, Members } from "../Client.ts"
import {
  addMember,
  hasComments,
  isCuddled,
  type Property,
  propertiesOf,
  remainderOf,
  removeMember,
  replaceValue
} from "./jsonEdit.ts"
import { isRemote } from "../known/remote.ts"

const byteOrderMark = "\ufeff"

/** A document with what its text looks like, and where its entries are. */
interface Document {
  readonly mark: string
  readonly text: string
  readonly root: Node | undefined
  /** Keys down to the entries. */
  readonly path: ReadonlyArray<string>
  /** The object of the entries; undefined when the document has none. */
  readonly servers: Node | undefined
}

const unparseable = (detail: string): Result.Result<never, FormatProblem> =>
  Result.fail({ kind: "unparseable", detail })
const uneditable = (detail: string): Result.Result<never, FormatProblem> => Result.fail({ kind: "uneditable", detail })

const position = (text: string, offset: number): string => {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/)
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}

const treeOf = (text: string): Result.Result<Node, FormatProblem> => {
  const errors: Array<ParseError> = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  const [first] = errors
  if (first !== undefined) {
    return unparseable(`${printParseErrorCode(first.error)} at ${position(text, first.offset)}.`)
  }
  return root?.type === "object" ? Result.succeed(root) : unparseable("it holds no JSON object.")
}

/** The member of that key; fails where it is there more than once, since readers differ on which one counts. */
const memberOf = (object: Node, key: string): Result.Result<Property | undefined, FormatProblem> => {
  const found = propertiesOf(object).filter((property) => property.key === key)
  return found.length > 1 ? uneditable(`${JSON.stringify(key)} is there more than once.`) : Result.succeed(found[0])
}

const valueOf = (node: Node): unknown => getNodeValue(node)

/** An object of entries one level deeper; an entry itself has a `type`. */
const nestedIn = (servers: Node, key: string | undefined): Node | undefined => {
  const inner = propertiesOf(servers).find((property) => property.key === key)?.value
  const isEntry =
    inner === undefined || inner.type !== "object" || propertiesOf(inner).some(({ key: own }) => own === "type")
  return isEntry ? undefined : inner
}

const documentOf = (raw: string, key: string, nested: string | undefined): Result.Result<Document, FormatProblem> => {
  const mark = raw.startsWith(byteOrderMark) ? byteOrderMark : ""
  const text = raw.slice(mark.length)
  if (text.trim() === "") return Result.succeed({ mark, text: "", root: undefined, path: [key], servers: undefined })
  return Result.gen(function* () {
    const root = yield* treeOf(text)
    const servers = (yield* memberOf(root, key))?.value
    if (servers === undefined) return { mark, text, root, path: [key], servers }
    if (servers.type !== "object") return yield* unparseable(`"${key}" is no JSON object.`)
    const inner = nestedIn(servers, nested)
    return inner === undefined
      ? { mark, text, root, path: [key], servers }
      : { mark, text, root, path: [key, ...(nested === undefined ? [] : [nested])], servers: inner }
  })
}

const applied = (text: string, edits: ReadonlyArray<Edit>): string => applyEdits(text, [...edits])

const membersOf = (entry: Node): Members =>
  Object.fromEntries(propertiesOf(entry).map(({ key, value }) => [key, valueOf(value)]))

/** What must not change: everything but the entry, order included. */
const rest = (root: Node | undefined, path: ReadonlyArray<string>, name: string): string =>
  JSON.stringify(root === undefined ? [] : remainderOf(root, [...path, name]))

/** The text when it says of everything else what the document said, else a refusal. */
const checked = (document: Document, name: string, text: string): Result.Result<string, FormatProblem> => {
  const after = treeOf(text)
  return Result.isSuccess(after) &&
    rest(after.success, document.path, name) === rest(document.root, document.path, name)
    ? Result.succeed(document.mark + text)
    : uneditable("its form is one that this program does not edit.")
}

/** Sets the members one by one, so that others and comments stay. */
const update = (document: Document, entry: Property, members: Members): ReadonlyArray<Edit> => {
  const there = membersOf(entry.value)
  if (entry.value.type !== "object" || isRemote(there, members)) return replaceValue(document.text, entry, members)
  const changed = Object.entries(members).filter(([key, value]) => !isDeepStrictEqual(there[key], value))
  const [missing, other] = [changed.filter(([key]) => !(key in there)), changed.filter(([key]) => key in there)]
  const set = other.flatMap(([key, value]) =>
    propertiesOf(entry.value)
      .filter((property) => property.key === key)
      .flatMap((property) => replaceValue(document.text, property, value))
  )
  const [first] = missing
  return set.length > 0 || first === undefined ? set : addMember(document.text, entry.value, ...first)
}

const fresh = (key: string, name: string, members: Members): string =>
  `${JSON.stringify({ [key]: { [name]: members } }, null, 2)}\n`

const added = (document: Document, root: Node, name: string, members: Members): string => {
  const { path, servers, text } = document
  const [key = ""] = path
  return applied(
    text,
    servers === undefined ? addMember(text, root, key, { [name]: members }) : addMember(text, servers, name, members)
  )
}

/** Adds the entry, or brings it up to date, edit by edit until it has all members. */
const put = (
  raw: string,
  open: (raw: string) => Result.Result<Document, FormatProblem>,
  name: string,
  members: Members
): Result.Result<string, FormatProblem> =>
  Result.gen(function* () {
    const document = yield* open(raw)
    const { root, servers } = document
    if (root === undefined) return document.mark + fresh(document.path[0] ?? "", name, members)
    const entry = servers === undefined ? undefined : yield* memberOf(servers, name)
    if (entry === undefined) return yield* checked(document, name, added(document, root, name, members))
    const edits = update(document, entry, members)
    if (edits.length === 0) return raw
    return yield* put(yield* checked(document, name, applied(document.text, edits)), open, name, members)
  })

/** Whether an object holds this one member, by all its looks put there with it. */
const isOwn = (text: string, object: Node): boolean =>
  object.children?.length === 1 && !isCuddled(object) && !hasComments(text, object)

/** Takes out the entry; with it the object around it, and the document, where they hold nothing else. */
const remove = (document: Document, name: string): Result.Result<string, FormatProblem> =>
  Result.gen(function* () {
    const { path, root, servers, text } = document
    const entry = servers === undefined ? undefined : yield* memberOf(servers, name)
    if (root === undefined || servers === undefined || entry === undefined) return document.mark + text
    const own = path.length === 1 && isOwn(text, servers)
    const around = own ? propertiesOf(root).find(({ value }) => value === servers) : undefined
    const alone = `${text.slice(0, root.offset)}${text.slice(root.offset + root.length)}`.trim() === ""
    if (around !== undefined && alone && isOwn(text, root)) return ""
    return yield* checked(document, name, applied(text, removeMember(text, around ?? entry)))
  })

/**
 * JSON with comments, the entries below one top-level key, or below `nested` in it where that is an object of entries.
 * Keeps all that is not the entry's own, byte by byte: what `put` adds, `remove` takes out again.
 */
export const jsonFormat = (key: string, nested?: string): ConfigFormat => {
  const open = (raw: string) => documentOf(raw, key, nested)
  return {
    entries: (raw) =>
      Result.map(open(raw), ({ servers }) =>
        servers === undefined
          ? []
          : propertiesOf(servers).map((property): KnownEntry => ({
              name: property.key,
              members: membersOf(property.value)
            }))
      ),
    put: (raw, name, members) => put(raw, open, name, members),
    remove: (raw, name) => Result.flatMap(open(raw), (document) => remove(document, name)),
    line: (name, members) => `${JSON.stringify(name)}: ${JSON.stringify(members)}`,
    blank: "{}\n"
  }
}
