import { isDeepStrictEqual } from "node:util"
import { Result } from "effect"
import { parseToml, type TomlTable } from "../../../config/Toml.ts"
import type { ConfigFormat, FormatProblem, KnownEntry, Members } from "../Client.ts"
import { isRemote } from "../known/remote.ts"
import { type Statement, statementsOf } from "./tomlStatements.ts"

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

const startsWith = (path: ReadonlyArray<string>, prefix: ReadonlyArray<string>): boolean =>
  prefix.every((part, index) => path[index] === part)

const isHeader = ({ kind }: Statement): boolean => kind === "table" || kind === "tables"

/** A table with its pairs, without the remarks behind them, which belong to what follows. */
const blockAt = (statements: ReadonlyArray<Statement>, index: number): ReadonlyArray<Statement> => {
  const next = statements.findIndex((statement, other) => other > index && isHeader(statement))
  const whole = statements.slice(index, next === -1 ? undefined : next)
  return whole.slice(0, whole.findLastIndex(({ kind }) => kind !== "remark" && kind !== "empty") + 1)
}

/** The text from a block's first line to its last, with what {@link append} put before it. */
const spanOf = (text: string, statements: ReadonlyArray<Statement>, index: number): readonly [number, number] => {
  const end = blockAt(statements, index).at(-1)?.end ?? text.length
  const [before, own] = [statements[index - 1], statements[index]]
  const start = (before?.kind === "empty" ? before.start : own?.start) ?? 0
  const unfinished = end === text.length && !text.endsWith("\n")
  return [unfinished ? start - (/\r?\n$/.exec(text.slice(0, start))?.[0].length ?? 0) : start, end]
}

/** Whether a table has members outside of its own header. */
const hasPairs = (statements: ReadonlyArray<Statement>, path: ReadonlyArray<string>): boolean =>
  statements.some((statement, index) => {
    const header = statements.slice(0, index).findLast(isHeader)
    const nested = header !== undefined && header.path.length > path.length && startsWith(header.path, path)
    return statement.kind === "pair" && startsWith(statement.path, path) && !nested
  })

type Replacement = readonly [start: number, end: number, put: string]

const replaced = (text: string, edits: ReadonlyArray<Replacement>): string =>
  edits
    .toSorted(([a], [b]) => b - a)
    .reduce((left, [from, to, put]) => left.slice(0, from) + put + left.slice(to), text)

const without = ({ key, text }: Document, name: string): string => {
  const statements = statementsOf(text)
  const own = (statement: Statement): boolean => startsWith(statement.path, [key, name])
  const blocks = statements.flatMap((statement, index) =>
    isHeader(statement) && own(statement) ? [spanOf(text, statements, index)] : []
  )
  const inBlock = ({ start }: Statement): boolean => blocks.some(([from, to]) => from <= start && start < to)
  const pairs = statements
    .filter((statement) => statement.kind === "pair" && own(statement) && !inBlock(statement))
    .map(({ end, start }) => [start, end] as const)
  return replaced(
    text,
    [...blocks, ...pairs].map(([start, end]): Replacement => [start, end, ""])
  )
}

/** Sets the members of a table line by line; undefined where the entry is written in another way. */
const update = (document: Document, name: string, members: Members): string | undefined => {
  const { key, servers, text } = document
  const statements = statementsOf(text)
  const index = statements.findIndex(
    ({ kind, path }) => kind === "table" && path.length === 2 && startsWith(path, [key, name])
  )
  const entry = servers[name]
  if (!isTable(entry)) return undefined
  if (index === -1) return hasPairs(statements, [key, name]) ? undefined : append(document, name, members)
  const block = blockAt(statements, index)
  const last = block.at(-1)
  const indent = last === undefined ? "" : (/^[ \t]*/.exec(text.slice(last.start, last.end))?.[0] ?? "")
  const changed = Object.entries(members).filter(([member, value]) => !isDeepStrictEqual(entry[member], value))
  const pairOf = (member: string) =>
    block.find(({ kind, path }) => kind === "pair" && path.length === 3 && path[2] === member)
  const set = changed.flatMap(([member, value]): ReadonlyArray<Replacement> => {
    const pair = pairOf(member)
    return pair === undefined ? [] : [[...pair.value, valueText(value)]]
  })
  const missing = memberLines(Object.fromEntries(changed.filter(([member]) => pairOf(member) === undefined)))
  const end = last?.end ?? text.length
  const [newline, lines] = [newlineOf(text), missing.map((line) => indent + line)]
  const put = text.slice(0, end).endsWith("\n")
    ? lines.map((line) => line + newline)
    : lines.map((line) => newline + line)
  return replaced(text, missing.length === 0 ? set : [...set, [end, end, put.join("")]])
}

const put = (document: Document, name: string, members: Members): Result.Result<string, FormatProblem> => {
  const entry = Object.hasOwn(document.servers, name) ? document.servers[name] : undefined
  if (entry === undefined) return checked(document, append(document, name, members), name, members)
  if (isTable(entry) && hasAll(entry, members)) return Result.succeed(document.mark + document.text)
  if (!isTable(entry) || !isRemote(entry, members)) {
    const text = update(document, name, members)
    return text === undefined ? Result.fail(inline(name)) : checked(document, text, name, members)
  }
  return Result.gen(function* () {
    const cleared = yield* checked(document, without(document, name), name, undefined)
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
        ? checked(document, without(document, name), name, undefined)
        : Result.succeed(raw)
    ),
  line: (name, members) => `${keyText(name)} = { ${memberLines(members).join(", ")} }`,
  blank: ""
})
