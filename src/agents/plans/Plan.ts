import { asArray, fieldOf, isObject, textIn } from "../../domain/Json.ts"
import type { LineRange } from "../../domain/LineRange.ts"

/** Kinds of what is said of code, most important first. */
export const itemKinds = ["constraint", "risk", "rejected", "dependent", "evidence"] as const
export type ItemKind = (typeof itemKinds)[number]

/** A sentence of a commit's message that gives a reason. */
export interface HistoryStatement {
  readonly text: string
  /** The sentence with as much of its paragraph as is shown, verbatim but for line breaks. */
  readonly passage: string
  /** How many sentences of the message come before it. */
  readonly position: number
}

/** What a commit says, and what tells how much of that matters to a change of its lines. */
export interface CommitHistory {
  readonly subject: string
  /** Seconds since 1970. */
  readonly time: number
  /** Number of files that the commit changed; 0 for most merges. */
  readonly files: number
  readonly statements: ReadonlyArray<HistoryStatement>
}

/** One thing that is said of code. */
export interface PlanItem {
  /** Identifies what it says: equal for the same text from the same source. */
  readonly id: string
  readonly kind: ItemKind
  /** Verbatim. */
  readonly text: string
  /** Who said it, and when: `3f2a1c90b4, Ada, 2026-01-31`. */
  readonly source: string
  /** Index of the unit that it is about; absent if it is about `lines` only. */
  readonly unit?: number
  /** Lines that it is about, from 1. */
  readonly lines: ReadonlyArray<LineRange>
  /** Said by a commit that made these lines; given only before a change that it matters to. */
  readonly history?: CommitHistory
}

/** A unit of the file. */
export interface PlanUnit {
  readonly name: string
  readonly lines: LineRange
  /** Lines of its head, where a change is one of its signature. */
  readonly head: LineRange
  /** What refers to it by the code index, one sentence; absent without an index or references. */
  readonly callers?: string
}

/** All that can be said of a file before it is changed, with what it was made from. */
export interface Plan {
  /** The state of the repository; a plan of another state is not used. */
  readonly state: string
  /** Hashes of the lines that the file had. */
  readonly lineHashes: ReadonlyArray<number>
  /** In source order, outer before inner. */
  readonly units: ReadonlyArray<PlanUnit>
  /** By kind, then most confident first. */
  readonly items: ReadonlyArray<PlanItem>
}

/** Hashes a line (FNV-1a, 32 bits). */
const hashLine = (line: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < line.length; index += 1) {
    hash = Math.imul(hash ^ line.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}

/** Hashes the lines of a text, without their line ends. */
export const hashLines = (text: string): ReadonlyArray<number> =>
  text.split("\n").map((line) => hashLine(line.endsWith("\r") ? line.slice(0, -1) : line))

const isNumber = (value: unknown): value is number => typeof value === "number"

const parseRange = (value: unknown): ReadonlyArray<LineRange> => {
  const [start, end] = asArray(value)
  return isNumber(start) && isNumber(end) ? [{ start, end }] : []
}

const parseUnit = (value: unknown): ReadonlyArray<PlanUnit> => {
  const [lines] = parseRange(fieldOf(value, "lines"))
  const [head] = parseRange(fieldOf(value, "head"))
  const callers = textIn(value, "callers")
  if (lines === undefined || head === undefined) return []
  return [{ name: textIn(value, "name"), lines, head, ...(callers === "" ? {} : { callers }) }]
}

const parseStatement = (value: unknown): ReadonlyArray<HistoryStatement> => {
  const position = fieldOf(value, "position")
  return isNumber(position) ? [{ text: textIn(value, "text"), passage: textIn(value, "passage"), position }] : []
}

const parseHistory = (value: unknown): CommitHistory | undefined => {
  const [files, time] = [fieldOf(value, "files"), fieldOf(value, "time")]
  if (!isNumber(files) || !isNumber(time)) return undefined
  const statements = asArray(fieldOf(value, "statements")).flatMap(parseStatement)
  return { subject: textIn(value, "subject"), time, files, statements }
}

const parseItem = (value: unknown): ReadonlyArray<PlanItem> => {
  const kind = itemKinds.find((known) => known === fieldOf(value, "kind"))
  const unit = fieldOf(value, "unit")
  const history = parseHistory(fieldOf(value, "history"))
  if (kind === undefined) return []
  return [
    {
      id: textIn(value, "id"),
      kind,
      text: textIn(value, "text"),
      source: textIn(value, "source"),
      ...(isNumber(unit) ? { unit } : {}),
      lines: asArray(fieldOf(value, "lines")).flatMap(parseRange),
      ...(history === undefined ? {} : { history })
    }
  ]
}

const formatRange = ({ end, start }: LineRange): readonly [number, number] => [start, end]

/** Formats a plan for its file. */
export const formatPlan = (plan: Plan): string =>
  JSON.stringify({
    ...plan,
    units: plan.units.map((unit) => ({ ...unit, lines: formatRange(unit.lines), head: formatRange(unit.head) })),
    items: plan.items.map((item) => ({ ...item, lines: item.lines.map(formatRange) }))
  })

/** Parses the file of a plan, by hand: hooks load no Schema. Undefined if it is none. */
export const parsePlan = (value: unknown): Plan | undefined => {
  if (!isObject(value)) return undefined
  return {
    state: textIn(value, "state"),
    lineHashes: asArray(value["lineHashes"]).filter(isNumber),
    units: asArray(value["units"]).flatMap(parseUnit),
    items: asArray(value["items"]).flatMap(parseItem)
  }
}
