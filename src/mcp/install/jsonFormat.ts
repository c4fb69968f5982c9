import {
  applyEdits,
  findNodeAtLocation,
  getNodeValue,
  type JSONPath,
  modify,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode
} from "jsonc-parser"
import { Option, Result } from "effect"
import type { ConfigFormat, KnownEntry, ServerEntry } from "./Client.ts"

const byteOrderMark = "\ufeff"

/** A document with what its text looks like. */
interface Document {
  readonly mark: string
  readonly text: string
  readonly root: Node | undefined
}

const position = (text: string, offset: number): string => {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/)
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}

const parse = (raw: string): Result.Result<Document, string> => {
  const mark = raw.startsWith(byteOrderMark) ? byteOrderMark : ""
  const text = raw.slice(mark.length)
  if (text.trim() === "") return Result.succeed({ mark, text: "", root: undefined })
  const errors: Array<ParseError> = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  const [first] = errors
  if (first !== undefined) {
    return Result.fail(`${printParseErrorCode(first.error)} at ${position(text, first.offset)}.`)
  }
  return root?.type === "object" ? Result.succeed({ mark, text, root }) : Result.fail("it holds no JSON object.")
}

/** The node of the entries; none when the document has no such key. */
const entriesNode = (document: Document, key: string): Result.Result<Option.Option<Node>, string> => {
  const node = document.root === undefined ? undefined : findNodeAtLocation(document.root, [key])
  if (node === undefined) return Result.succeed(Option.none())
  return node.type === "object" ? Result.succeed(Option.some(node)) : Result.fail(`"${key}" is no JSON object.`)
}

const formatting = (text: string) => {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? "  "
  return {
    formattingOptions: {
      insertSpaces: !indent.startsWith("\t"),
      tabSize: indent.startsWith("\t") ? 1 : indent.length
    }
  }
}

const set = (text: string, path: JSONPath, value: unknown): string =>
  applyEdits(text, modify(text, path, value, formatting(text)))

const memberOf = (entry: Node, key: string): unknown => {
  const node = entry.type === "object" ? findNodeAtLocation(entry, [key]) : undefined
  return node === undefined ? undefined : getNodeValue(node)
}

const knownEntries = (node: Node): ReadonlyArray<KnownEntry> =>
  (node.children ?? []).flatMap((property) => {
    const [key, value] = property.children ?? []
    return typeof key?.value === "string" && value !== undefined
      ? [
          {
            name: key.value,
            command: memberOf(value, "command"),
            args: memberOf(value, "args"),
            cwd: memberOf(value, "cwd")
          }
        ]
      : []
  })

/** Sets the members one by one where the entry is there, so that its other members and comments stay. */
const put = (document: Document, key: string, name: string, entry: ServerEntry): string => {
  const { mark, root, text } = document
  if (root === undefined) return `${mark}${JSON.stringify({ [key]: { [name]: entry } }, null, 2)}\n`
  const existing = findNodeAtLocation(root, [key, name])
  if (existing?.type !== "object") return mark + set(text, [key, name], entry)
  const members = Object.entries(entry).filter(
    ([member, value]) => JSON.stringify(memberOf(existing, member)) !== JSON.stringify(value)
  )
  return mark + members.reduce((changed, [member, value]) => set(changed, [key, name, member], value), text)
}

/** JSON with comments, the entries below one top-level key. Keeps all that is not the entry's own, byte by byte. */
export const jsonFormat = (key: string): ConfigFormat => {
  const checked = (raw: string) =>
    Result.flatMap(parse(raw), (document) => Result.map(entriesNode(document, key), (node) => ({ document, node })))
  return {
    entries: (raw) =>
      Result.map(checked(raw), ({ node }) => Option.match(node, { onNone: () => [], onSome: knownEntries })),
    put: (raw, name, entry) => Result.map(checked(raw), ({ document }) => put(document, key, name, entry)),
    remove: (raw, name) =>
      Result.map(checked(raw), ({ document }) => document.mark + set(document.text, [key, name], undefined))
  }
}
