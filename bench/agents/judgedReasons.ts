import { Effect, Option, Schema } from "effect"
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Parser } from "../../src/adapters/parser/Parser.ts"
import { findReplacements } from "../../src/agents/answering/findRanges.ts"
import type { FileEvent } from "../../src/agents/events/AgentEvent.ts"
import { findHead } from "../../src/agents/plans/describeFile.ts"
import { findStatements } from "../../src/agents/plans/findStatements.ts"
import { hashLines, type HistoryStatement, type Plan } from "../../src/agents/plans/Plan.ts"
import { findReasons } from "../../src/agents/plans/selectHistory.ts"
import type { LineRange } from "../../src/domain/LineRange.ts"
import { parseMessage } from "../../src/evidence/messages/parseMessage.ts"
import { parseHunks } from "./hunks.ts"

/** A line of `learnedVerdicts.jsonl`: a reason for an edit, judged by a reader. */
export const JudgedReason = Schema.Struct({
  repository: Schema.String,
  /** The edit: which hunk of the file's changes in a commit, from 0. */
  commit: Schema.String,
  path: Schema.String,
  hunk: Schema.Int,
  /** The commit that gives the reason, and how its sentence begins. */
  quoted: Schema.String,
  quote: Schema.String,
  useful: Schema.Boolean,
  /** Whether a careful second reader could decide otherwise. */
  close: Schema.Boolean,
  reason: Schema.String,
  signs: Schema.Record(Schema.String, Schema.Finite)
})

export type JudgedReason = typeof JudgedReason.Type

const decode = Schema.decodeSync(Schema.fromJsonString(JudgedReason))

export const judgedFile = join(import.meta.dirname, "learnedVerdicts.jsonl")

export const readJudgedReasons = (): ReadonlyArray<JudgedReason> =>
  readFileSync(judgedFile, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => decode(line))

const event: FileEvent = {
  client: "claude-code",
  name: "PreToolUse",
  session: "",
  agent: "",
  folder: "/",
  kind: "edit",
  isAfter: false,
  places: []
}

/** The lines of a file that a commit made and that have a letter, by the porcelain format of `git blame`. */
const findOwnLines = (blame: string, commit: string, lines: ReadonlyArray<string>): ReadonlyArray<LineRange> => {
  const ranges: Array<LineRange> = []
  for (const [, id = "", at = ""] of blame.matchAll(/^([0-9a-f]{40}) \d+ (\d+)/gm)) {
    if (!id.startsWith(commit)) continue
    const line = Number(at)
    const last = ranges.at(-1)
    if (last?.end === line - 1) ranges[ranges.length - 1] = { ...last, end: line }
    else ranges.push({ start: line, end: line })
  }
  return ranges.filter(({ end, start }) => lines.slice(start - 1, end).some((line) => /\p{L}/u.test(line)))
}

const maxRevertChars = 480

const readStatements = (message: string): ReadonlyArray<HistoryStatement> => {
  const { body, revert, subject } = parseMessage(message)
  return Option.match(revert, {
    onNone: () => findStatements(subject, body),
    onSome: ({ body: why }) => [{ text: why.replace(/\s+/g, " "), passage: why.slice(0, maxRevertChars), position: 0 }]
  })
}

/** Reads what the program knows of a judged reason in a clone of its repository: the signs; none if it finds no such reason. */
export const readSigns = Effect.fnUntraced(function* (clone: string, judged: JudgedReason) {
  const { commit, hunk, path, quote, quoted } = judged
  const git = (...args: ReadonlyArray<string>) =>
    spawnSync("git", ["-C", clone, ...args], { encoding: "utf8", maxBuffer: 1 << 29 }).stdout
  const text = git("show", `${commit}^:${path}`)
  const change = parseHunks(git("show", "--format=", "--unified=3", "--no-renames", commit, "--", path))[hunk]
  if (change === undefined) return Option.none<JudgedReason["signs"]>()
  const { units } = yield* (yield* Parser).outline(path, Buffer.from(text))
  const lines = text.split("\n")
  const message = git("log", "-1", "--format=%B", quoted)
  const history = {
    subject: parseMessage(message).subject,
    time: Number(git("log", "-1", "--format=%at", quoted)),
    files: git("diff-tree", "--no-commit-id", "-r", "--name-only", "--root", quoted).trim().split("\n").length,
    statements: readStatements(message)
  }
  const owned = findOwnLines(git("blame", "--porcelain", `${commit}^`, "--", path), quoted, lines)
  const plan: Plan = {
    state: "",
    lineHashes: hashLines(text),
    units: units.map((unit) => ({ name: unit.name, lines: unit.lines, head: findHead(unit, lines) })),
    items: [{ id: "", kind: "evidence", text: "", source: "", lines: owned, history }]
  }
  const now = Number(git("log", "-1", "--format=%at", commit))
  const place = { path, replaced: [change.before], replacements: [change.after] }
  const [replacement] = findReplacements(event, place, text)
  if (replacement === undefined) return Option.none<JudgedReason["signs"]>()
  const found = findReasons(plan, path, replacement, now).find(({ statement }) => statement.text.startsWith(quote))
  return Option.map(Option.fromNullishOr(found), ({ signs }): JudgedReason["signs"] => signs)
})
