import { isDeepStrictEqual } from "node:util"
import { Result } from "effect"
import { parseToml, type TomlTable } from "../../../config/Toml.ts"
import type { ConfigFormat, FormatProblem, KnownEntry, Members } from "../Client.ts"
import { isRemote } from "../known/remote.ts"
import { addLines, replaceValue, type Statement, statementsOf } from "./tomlStatements.ts"

const byteOrderMark = "\ufeff"

/** A document that parses. */
interface Document {
  readonly mark: string
  readonly text: string
  readonly table: TomlTable
  /** Key of the table of entries. */
  readonly key: string
  readonly servers: TomlTable
}

const unparseable = (detail: string): FormatProblem => ({ kind: "unparseable", detail })

/** Inline tables take no further members, and keep no comments or lines to edit. */
const inline = (name: string): FormatProblem => ({
  kind: "uneditable",
  detail: `"${name}" is written as an inline table or by dotted keys, which this program does not edit.`
})

const isTable = (value: unknown): value is TomlTable =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date)

const documentOf = (raw: string, key: string): Result.Result<Document, FormatProblem> => {
  const mark = raw.startsWith(byteOrderMark) ? byteOrderMark : ""
  const text = raw.slice(mark.length)
  return Result.flatMap(
    Result.mapError(parseToml(text), unparseable),
    (table): Result.Result<Document, FormatProblem> => {
      const servers = Object.hasOwn(table, key) ? table[key] : {}
      return isTable(servers)
        ? Result.succeed({ mark, text, table, key, servers })
        : Result.fail(unparseable(`"${key}" is no table.`))
    }
  )
}

/** A string of TOML: JSON's escapes are among its own, but it also wants DEL escaped. */
const quoted = (text: string): string => JSON.stringify(text).replaceAll("\u007f", "\\u007f")

const valueText = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map(valueText).join(", ")}]` : quoted(String(value))

const keyText = (key: string): string => (/^[A-Za-z0-9_-]+$/.test(key) ? key : quoted(key))

const newlineOf = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n")

/** Everything but the entry; an empty table of entries counts as none. */
const rest = ({ key, servers, table }: Document, name: string): unknown => {
  const others = Object.entries(servers).filter(([known]) => known !== name)
  const kept = Object.entries(table).filter(([known]) => known !== key)
  return [kept, others]
}

/** The text when it says of everything else what the document said, and of the entry what it should, else a refusal. */
const checked = (
  document: Document,
  text: string,
  name: string,
  members: Members | undefined
): Result.Result<string, FormatProblem> => {
  const after = documentOf(text, document.key)
  if (Result.isFailure(after) || !isDeepStrictEqual(rest(after.success, name), rest(document, name))) {
    return Result.fail(inline(document.key))
  }
  const entry = Object.hasOwn(after.success.servers, name) ? after.success.servers[name] : undefined
  const right = members === undefined ? entry === undefined : isTable(entry) && hasAll(entry, members)
  return right ? Result.succeed(document.mark + text) : Result.fail(inline(document.key))
}

const hasAll = (entry: TomlTable, members: Members): boolean =>
  Object.entries(members).every(([key, value]) => isDeepStrictEqual(entry[key], value))

const memberLines = (members: Members): ReadonlyArray<string> =>
  Object.entries(members).map(([key, value]) => `${keyText(key)} = ${valueText(value)}`)

/**
 * Adds a table behind everything else, an empty line before it. A document that does not end with a newline goes on
 * not to: so it can be told again when the table is taken out.
 */
const append = ({ key, text }: Document, name: string, members: Members): string => {
  const newline = newlineOf(text)
  const block = [`[${keyText(key)}.${keyText(name)}]`, ...memberLines(members)].join(newline)
  if (text === "") return block + newline
  return text.endsWith("\n") ? text + newline + block + newline : text + newline + newline + block
}

/** The part of a statement's values that belongs to the entry; undefined where it belongs elsewhere. */
const entryIn = (values: TomlTable, key: string, name: string): unknown => {
  const servers = Object.hasOwn(values, key) ? values[key] : undefined
  return isTable(servers) && Object.hasOwn(servers, name) ? servers[name] : undefined
}

const isCode = ({ kind }: Statement): boolean => kind === "header" || kind === "pair"

/** Removes the entry's tables and pairs, the comments between them, and the empty line that {@link append} added. */
const removeEntry = ({ key, text }: Document, name: string): string => {
  const statements = statementsOf(text)
  const isOwn = (statement: Statement): boolean => entryIn(statement.values, key, name) !== undefined
  const removed = statements.map((statement, index) => {
    if (isCode(statement)) return isOwn(statement)
    const next = statements.findIndex((other, at) => at > index && isCode(other))
    const code = statements[next]
    if (code === undefined || !isOwn(code)) return false
    return code.kind === "pair" ? isOwn(statement) : statement.kind === "empty" && next === index + 1
  })
  const left = statements.flatMap((statement, index) => (removed[index] === true ? [] : [statement.text])).join("")
  return removed.at(-1) === true && !text.endsWith("\n") ? left.replace(/\r?\n$/, "") : left
}

/** The statements of the entry's own table, without the comments at its end, which belong to what follows. */
const ownTable = (statements: ReadonlyArray<Statement>, key: string, name: string): ReadonlyArray<Statement> => {
  const start = statements.findIndex(({ kind, values }) => {
    const entry = entryIn(values, key, name)
    return kind === "header" && isTable(entry) && Object.keys(entry).length === 0
  })
  if (start === -1) return []
  const next = statements.findIndex(({ kind }, index) => index > start && kind === "header")
  const table = statements.slice(start, next === -1 ? undefined : next)
  return table.slice(0, table.findLastIndex(isCode) + 1)
}

/**
 * Sets the members in the entry's own table, pair by pair: other members and comments stay. Undefined where the entry
 * has pairs but no table of its own.
 */
const update = (document: Document, entry: TomlTable, name: string, members: Members): string | undefined => {
  const { key, text } = document
  const statements = statementsOf(text)
  const table = ownTable(statements, key, name)
  const last = table.at(-1)
  if (last === undefined) {
    const isHeader = ({ kind, values }: Statement) => kind === "header" && entryIn(values, key, name) !== undefined
    return statements.some(isHeader) ? append(document, name, members) : undefined
  }
  const changed = Object.entries(members).filter(([member, value]) => !isDeepStrictEqual(entry[member], value))
  const edited = new Map<Statement, string>()
  const missing: Array<string> = []
  for (const [member, value] of changed) {
    const pair = table.find((statement) => replaceValue(statement, member, "") !== undefined)
    const replaced = pair && replaceValue(pair, member, valueText(value))
    if (pair === undefined || replaced === undefined) missing.push(...memberLines({ [member]: value }))
    else edited.set(pair, replaced)
  }
  edited.set(last, addLines({ ...last, text: edited.get(last) ?? last.text }, missing, newlineOf(text)))
  return statements.map((statement) => edited.get(statement) ?? statement.text).join("")
}

const put = (document: Document, name: string, members: Members): Result.Result<string, FormatProblem> => {
  const entry = Object.hasOwn(document.servers, name) ? document.servers[name] : undefined
  if (entry === undefined) return checked(document, append(document, name, members), name, members)
  if (isTable(entry) && hasAll(entry, members)) return Result.succeed(document.mark + document.text)
  if (!isTable(entry)) return Result.fail(inline(name))
  if (!isRemote(entry, members)) {
    const text = update(document, entry, name, members)
    return text === undefined ? Result.fail(inline(name)) : checked(document, text, name, members)
  }
  return Result.gen(function* () {
    const cleared = yield* checked(document, removeEntry(document, name), name, undefined)
    return yield* put(yield* documentOf(cleared, document.key), name, members)
  })
}

/**
 * TOML, the entries as tables `[key.NAME]`. Edits lines of text and reads the document before and after: where anything
 * but the entry would say something else, as in inline tables, it refuses.
 */
export const tomlFormat = (key: string): ConfigFormat => ({
  entries: (raw) =>
    Result.map(documentOf(raw, key), ({ servers }) =>
      Object.entries(servers).map(([name, entry]): KnownEntry => ({ name, members: isTable(entry) ? entry : {} }))
    ),
  put: (raw, name, members) => Result.flatMap(documentOf(raw, key), (document) => put(document, name, members)),
  remove: (raw, name) =>
    Result.flatMap(documentOf(raw, key), (document) =>
      Object.hasOwn(document.servers, name)
        ? checked(document, removeEntry(document, name), name, undefined)
        : Result.succeed(raw)
    ),
  line: (name, members) => `${keyText(name)} = { ${memberLines(members).join(", ")} }`,
  blank: ""
})
