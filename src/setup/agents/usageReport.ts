import { DateTime, Effect, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { privateFiles } from "../../adapters/git/PrivateFiles.ts"
import { errorsName, toolEvent, usageName } from "../../agents/answering/usage.ts"
import { Settings } from "../../config/Settings.ts"
import { asArray, fieldOf, isObject, parseJson, textIn } from "../../domain/Json.ts"

const maxBytes = 4 * 1024 * 1024
/** Newest errors that are shown. */
const maxErrors = 5
/** Newest commits of the notes ref that are looked at. */
const maxNoteCommits = 10_000

/** One line of the record of hooks. */
interface UsageLine {
  readonly event: string
  readonly outcome: string
  readonly millis: number
  readonly tokens: number
  readonly units: ReadonlyArray<string>
  readonly session: string
  readonly time: string
  /** Name of the tool, of a line about a call. */
  readonly tool: string
}

const numberIn = (value: unknown, name: string): number => {
  const found = fieldOf(value, name)
  return typeof found === "number" ? found : 0
}

const parseLine = (line: string): ReadonlyArray<UsageLine> => {
  const value = Option.getOrUndefined(parseJson(line))
  if (!isObject(value)) return []
  return [
    {
      event: textIn(value, "event"),
      outcome: textIn(value, "outcome"),
      millis: numberIn(value, "millis"),
      tokens: numberIn(value, "tokens"),
      units: asArray(value["units"]).filter((unit) => typeof unit === "string"),
      session: textIn(value, "session"),
      time: textIn(value, "time"),
      tool: textIn(value, "tool")
    }
  ]
}

/** How often hooks ran for one event. */
export interface EventUsage {
  readonly event: string
  readonly runs: number
  readonly told: number
  readonly denied: number
  readonly silent: number
  readonly timeouts: number
  readonly tokens: number
  readonly medianMillis: number
  readonly p95Millis: number
}

/** How often agents called a tool of the server. */
export interface ToolUsage {
  readonly tool: string
  readonly calls: number
  readonly failed: number
}

/** What hooks did, since the record begins. */
export interface UsageReport {
  readonly since: Option.Option<string>
  readonly sessions: number
  readonly events: ReadonlyArray<EventUsage>
  /** Units of which reasons were given, and how many of these were changed later in the same session. */
  readonly unitsTold: number
  readonly unitsChangedAfter: number
  readonly tools: ReadonlyArray<ToolUsage>
  /** Commits whose notes were written or received since. */
  readonly notesWritten: number
  /** Newest last. */
  readonly errors: ReadonlyArray<string>
  /** Sessions that wait for import. */
  readonly queued: number
}

const quantile = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

const summarizeEvent = (event: string, lines: ReadonlyArray<UsageLine>): EventUsage => {
  const times = lines.map(({ millis }) => millis).toSorted((a, b) => a - b)
  const count = (outcome: string) => lines.filter((line) => line.outcome === outcome).length
  return {
    event,
    runs: lines.length,
    told: count("told"),
    denied: count("denied"),
    silent: count("silent"),
    timeouts: count("timeout"),
    tokens: lines.reduce((sum, { tokens }) => sum + tokens, 0),
    medianMillis: quantile(times, 0.5),
    p95Millis: quantile(times, 0.95)
  }
}

/** Counts units of which something was told, and those of them that an edit came to later. */
const countUnits = (lines: ReadonlyArray<UsageLine>) => {
  const told = new Set<string>()
  const changed = new Set<string>()
  for (const { event, outcome, session, units } of lines) {
    for (const unit of units.map((name) => `${session} ${name}`)) {
      if (event === "edit" && told.has(unit)) changed.add(unit)
      if (outcome === "told" || outcome === "denied") told.add(unit)
      if (event === "edit" && outcome === "told") changed.add(unit)
    }
  }
  return { unitsTold: told.size, unitsChangedAfter: changed.size }
}

const summarizeTool = (tool: string, lines: ReadonlyArray<UsageLine>): ToolUsage => ({
  tool,
  calls: lines.length,
  failed: lines.filter(({ outcome }) => outcome === "failed").length
})

/** Counts the commits whose notes have changed since a time, in seconds since 1970. */
const countNotes = Effect.fnUntraced(function* (since: number) {
  const git = yield* Git
  const { noteRef } = yield* (yield* Settings).values
  const tip = yield* git.resolveRef(noteRef)
  const changed = new Set<string>()
  if (Option.isNone(tip)) return changed.size
  yield* git.pathChanges({ commit: tip.value, maxCount: maxNoteCommits }, ({ committerTime, files }) => {
    if (committerTime < since) return
    for (const { isEdited, path } of files) if (isEdited) changed.add(path.replaceAll("/", ""))
  })
  return changed.size
})

const readLines = (text: Option.Option<string>): ReadonlyArray<string> =>
  Option.match(text, { onNone: () => [], onSome: (all) => all.split("\n").filter((line) => line !== "") })

/** Reads what hooks did in this repository. The record is kept in it and sent nowhere. */
export const readUsage = Effect.fn("Agents.readUsage")(function* () {
  const { commonDirectory } = yield* (yield* Git).repository
  const files = privateFiles(commonDirectory)
  const read = (name: string) => Effect.map(Effect.option(files.readText(name, maxBytes)), Option.flatten)
  const all = readLines(yield* read(usageName)).flatMap(parseLine)
  const lines = all.filter(({ event }) => event !== toolEvent)
  const calls = all.filter(({ event }) => event === toolEvent)
  const since = Option.fromUndefinedOr(all[0]?.time)
  const queue = yield* Effect.orElseSucceed(files.list("agents/queue"), (): ReadonlyArray<string> => [])
  const report: UsageReport = {
    since,
    sessions: new Set(lines.map(({ session }) => session)).size,
    events: [...Map.groupBy(lines, ({ event }) => event)].map(([event, own]) => summarizeEvent(event, own)),
    ...countUnits(lines),
    tools: [...Map.groupBy(calls, ({ tool }) => tool)].map(([tool, own]) => summarizeTool(tool, own)),
    notesWritten: yield* Option.match(Option.flatMap(since, DateTime.make), {
      onNone: () => Effect.succeed(0),
      onSome: (start) => countNotes(DateTime.toEpochMillis(start) / 1000)
    }),
    errors: readLines(yield* read(errorsName)).slice(-maxErrors),
    queued: queue.length
  }
  return report
})
