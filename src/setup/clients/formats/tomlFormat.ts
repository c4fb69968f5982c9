import { isDeepStrictEqual } from "node:util"
import { Result } from "effect"
import { isTomlTable, parseToml, type TomlTable } from "../../../config/Toml.ts"
import type { ConfigFormat, FormatProblem, NamedEntry, Members } from "../Client.ts"
import { isOtherKind } from "../known/remote.ts"
import { addLines, replaceValue, type Statement, statementsOf } from "./tomlStatements.ts"

const byteOrderMark = "\ufeff"

interface Document {
  /** The byte order mark, or `""`. */
  readonly mark: string
  readonly text: string
  readonly table: TomlTable
  /** Key of the table of entries. */
  readonly key: string
  readonly servers: TomlTable
}

const unparseable = (detail: string): FormatProblem => ({ kind: "unparseable", detail })

/** Inline tables cannot be extended, and have no lines of their own. */
const notEditable = (name: string): FormatProblem => ({
  kind: "uneditable",
  detail: `"${name}" is written as an inline table or by dotted keys, which this program does not edit.`
})

const parseDocument = (raw: string, key: string): Result.Result<Document, FormatProblem> => {
  const mark = raw.startsWith(byteOrderMark) ? byteOrderMark : ""
  const text = raw.slice(mark.length)
  return Result.flatMap(
    Result.mapError(parseToml(text), unparseable),
    (table): Result.Result<Document, FormatProblem> => {
      const servers = Object.hasOwn(table, key) ? table[key] : {}
      return isTomlTable(servers)
        ? Result.succeed({ mark, text, table, key, servers })
        : Result.fail(unparseable(`"${key}" is not a table.`))
    }
  )
}

/** Formats a TOML string. JSON's escapes are valid in TOML, which also requires DEL to be escaped. */
const quoteString = (text: string): string => JSON.stringify(text).replaceAll("\u007f", "\\u007f")

const formatValue = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map(formatValue).join(", ")}]` : quoteString(String(value))

const formatKey = (key: string): string => (/^[A-Za-z0-9_-]+$/.test(key) ? key : quoteString(key))

const detectNewline = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n")

/** Returns all values except the entry. An empty table of entries equals an absent one. */
const getRest = ({ key, servers, table }: Document, name: string): unknown => {
  const otherServers = Object.entries(servers).filter(([other]) => other !== name)
  const otherValues = Object.entries(table).filter(([other]) => other !== key)
  return [otherValues, otherServers]
}

/** Returns the edited text. Fails if an edit changed anything else, or did not give the entry its members. */
const verifyEdit = (
  document: Document,
  text: string,
  name: string,
  members: Members | undefined
): Result.Result<string, FormatProblem> => {
  const after = parseDocument(text, document.key)
  if (Result.isFailure(after) || !isDeepStrictEqual(getRest(after.success, name), getRest(document, name))) {
    return Result.fail(notEditable(document.key))
  }
  const entry = Object.hasOwn(after.success.servers, name) ? after.success.servers[name] : undefined
  const isApplied = members === undefined ? entry === undefined : isTomlTable(entry) && hasAll(entry, members)
  return isApplied ? Result.succeed(document.mark + text) : Result.fail(notEditable(document.key))
}

const hasAll = (entry: TomlTable, members: Members): boolean =>
  Object.entries(members).every(([key, value]) => isDeepStrictEqual(entry[key], value))

const formatPairs = (members: Members): ReadonlyArray<string> =>
  Object.entries(members).map(([key, value]) => `${formatKey(key)} = ${formatValue(value)}`)

/**
 * Adds a table at the end, after an empty line. A document without a final newline stays without one, so that removing
 * the table restores it exactly.
 */
const appendTable = ({ key, text }: Document, name: string, members: Members): string => {
  const newline = detectNewline(text)
  const block = [`[${formatKey(key)}.${formatKey(name)}]`, ...formatPairs(members)].join(newline)
  if (text === "") return block + newline
  return text.endsWith("\n") ? text + newline + block + newline : text + newline + newline + block
}

/** Returns what a statement says about the entry; undefined if nothing. */
const getEntry = (values: TomlTable, key: string, name: string): unknown => {
  const servers = Object.hasOwn(values, key) ? values[key] : undefined
  return isTomlTable(servers) && Object.hasOwn(servers, name) ? servers[name] : undefined
}

const isCode = ({ kind }: Statement): boolean => kind === "header" || kind === "pair"

/** Removes the entry's tables and pairs, the comments between its pairs, and the empty line from {@link appendTable}. */
const removeEntry = ({ key, text }: Document, name: string): string => {
  const statements = statementsOf(text)
  const isOwn = (statement: Statement): boolean => getEntry(statement.values, key, name) !== undefined
  const isRemoved = statements.map((statement, index) => {
    if (isCode(statement)) return isOwn(statement)
    const next = statements.findIndex((other, at) => at > index && isCode(other))
    const code = statements[next]
    if (code === undefined || !isOwn(code)) return false
    return code.kind === "pair" ? isOwn(statement) : statement.kind === "empty" && next === index + 1
  })
  const rest = statements.flatMap((statement, index) => (isRemoved[index] === true ? [] : [statement.text])).join("")
  return isRemoved.at(-1) === true && !text.endsWith("\n") ? rest.replace(/\r?\n$/, "") : rest
}

/** Lists the statements of the entry's own table, without the comments at its end, which belong to the next table. */
const listOwnTable = (statements: ReadonlyArray<Statement>, key: string, name: string): ReadonlyArray<Statement> => {
  const start = statements.findIndex(({ kind, values }) => {
    const entry = getEntry(values, key, name)
    return kind === "header" && isTomlTable(entry) && Object.keys(entry).length === 0
  })
  if (start === -1) return []
  const next = statements.findIndex(({ kind }, index) => index > start && kind === "header")
  const table = statements.slice(start, next === -1 ? undefined : next)
  return table.slice(0, table.findLastIndex(isCode) + 1)
}

/**
 * Updates the members in the entry's own table, pair by pair, and keeps other members and comments. Returns undefined if
 * the entry has pairs but no table of its own.
 */
const updateEntry = (document: Document, entry: TomlTable, name: string, members: Members): string | undefined => {
  const { key, text } = document
  const statements = statementsOf(text)
  const table = listOwnTable(statements, key, name)
  const last = table.at(-1)
  if (last === undefined) {
    const isHeader = ({ kind, values }: Statement) => kind === "header" && getEntry(values, key, name) !== undefined
    return statements.some(isHeader) ? appendTable(document, name, members) : undefined
  }
  const changed = Object.entries(members).filter(([member, value]) => !isDeepStrictEqual(entry[member], value))
  const edited = new Map<Statement, string>()
  const missing: Array<string> = []
  for (const [member, value] of changed) {
    const pair = table.find((statement) => replaceValue(statement, member, "") !== undefined)
    const replaced = pair && replaceValue(pair, member, formatValue(value))
    if (pair === undefined || replaced === undefined) missing.push(...formatPairs({ [member]: value }))
    else edited.set(pair, replaced)
  }
  edited.set(last, addLines({ ...last, text: edited.get(last) ?? last.text }, missing, detectNewline(text)))
  return statements.map((statement) => edited.get(statement) ?? statement.text).join("")
}

const put = (document: Document, name: string, members: Members): Result.Result<string, FormatProblem> => {
  const entry = Object.hasOwn(document.servers, name) ? document.servers[name] : undefined
  if (entry === undefined) return verifyEdit(document, appendTable(document, name, members), name, members)
  if (isTomlTable(entry) && hasAll(entry, members)) return Result.succeed(document.mark + document.text)
  if (!isTomlTable(entry)) return Result.fail(notEditable(name))
  if (!isOtherKind(entry, members)) {
    const text = updateEntry(document, entry, name, members)
    return text === undefined ? Result.fail(notEditable(name)) : verifyEdit(document, text, name, members)
  }
  return Result.gen(function* () {
    const cleared = yield* verifyEdit(document, removeEntry(document, name), name, undefined)
    return yield* put(yield* parseDocument(cleared, document.key), name, members)
  })
}

/**
 * TOML with the entries as tables `[key.NAME]`. Edits whole statements and compares the parsed document before and after.
 * Fails if anything except the entry would change, as in an inline table.
 */
export const tomlFormat = (key: string): ConfigFormat => ({
  entries: (raw) =>
    Result.map(parseDocument(raw, key), ({ servers }) =>
      Object.entries(servers).map(([name, entry]): NamedEntry => ({ name, members: isTomlTable(entry) ? entry : {} }))
    ),
  put: (raw, name, members) => Result.flatMap(parseDocument(raw, key), (document) => put(document, name, members)),
  remove: (raw, name) =>
    Result.flatMap(parseDocument(raw, key), (document) =>
      Object.hasOwn(document.servers, name)
        ? verifyEdit(document, removeEntry(document, name), name, undefined)
        : Result.succeed(raw)
    ),
  line: (name, members) => `${formatKey(name)} = { ${formatPairs(members).join(", ")} }`,
  emptyDocument: ""
})
