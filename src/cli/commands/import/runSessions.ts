import { DateTime, Effect, Option } from "effect"
import { Settings } from "../../../config/Settings.ts"
import { parseSince } from "../../../domain/Since.ts"
import { formatCount } from "../../../domain/Text.ts"
import { emptyQueueAfter, importQueue } from "../../../sessions/importing/importQueue.ts"
import {
  type ImportedSession,
  type ImportedSessions,
  importSessions
} from "../../../sessions/importing/importSessions.ts"
import type { SessionClient } from "../../../sessions/transcripts/Session.ts"
import { BackfillError, SinceInvalid } from "../../../writing/backfill/BackfillError.ts"
import { printResult } from "../../kit/result.ts"
import { withWorkProgress } from "../../kit/workProgress.ts"

/** Flags of `ultragit import sessions`. */
export interface SessionsFlags {
  readonly clients: ReadonlyArray<SessionClient>
  readonly since: Option.Option<string>
  readonly queued: boolean
  readonly dryRun: boolean
  readonly json: boolean
}

const schema = "ultragit-import-sessions/v1"

const readSince = Effect.fnUntraced(function* (since: Option.Option<string>) {
  if (Option.isNone(since)) return 0
  const seconds = parseSince(since.value, yield* DateTime.now)
  if (Option.isNone(seconds)) return yield* new BackfillError({ reason: new SinceInvalid({ since: since.value }) })
  return seconds.value * 1000
})

const describe = ({ drafts, session }: ImportedSession) => ({
  client: session.client,
  session: session.id,
  file: session.file,
  drafts: drafts.map(({ annotation, commit, places }) => ({
    commit,
    regions: annotation.regions.map(({ ast_anchor, file }) => `${file}:${ast_anchor.name}`),
    quotes: places.flatMap(({ quotes }) => quotes)
  }))
})

const sumUnmatched = ({ sessions }: ImportedSessions): number =>
  sessions.reduce((sum, { unmatched }) => sum + unmatched, 0)

const formatSkipped = ({ files, invalid, oversized, unknown }: ImportedSessions["skipped"]): ReadonlyArray<string> => {
  const records = invalid + oversized + unknown
  return [
    ...(files === 0 ? [] : [`${formatCount(files, "transcript")} cannot be read.`]),
    ...(records === 0
      ? []
      : [`${formatCount(records, "record")} skipped: ${invalid} invalid, ${oversized} too long, ${unknown} unknown.`])
  ]
}

const formatResult = (found: ImportedSessions, dryRun: boolean): ReadonlyArray<string> => {
  const drafts = found.sessions.flatMap((each) => each.drafts)
  const commits = new Set(drafts.map(({ commit }) => commit)).size
  const unmatched = sumUnmatched(found)
  const made = `${formatCount(found.sessions.length, "session")} of this repository read: `
  const headline =
    commits === 0
      ? `${made}nothing new to quote.`
      : found.written.length > 0
        ? `${made}${formatCount(found.written.length, "note")} written.`
        : `${made}${dryRun ? "would draft" : "drafted"} ${formatCount(commits, "annotation")}.`
  return [
    headline,
    ...drafts.map(({ annotation, commit, subject }) => {
      const regions = formatCount(annotation.regions.length, "region")
      return `  ${commit.slice(0, 10)}  ${regions}  ${subject}`
    }),
    ...(unmatched === 0 ? [] : [`${formatCount(unmatched, "edit")} in no commit yet.`]),
    ...formatSkipped(found.skipped),
    ...(dryRun || commits === 0 || found.written.length > 0 ? [] : ["Read them with ultragit drafts."])
  ]
}

const turnedOff = "Sessions are not read: the setting ultragit.sessions is off."

const printQueue = Effect.fnUntraced(function* (json: boolean) {
  const { busy, drafts, dropped, imported } = yield* importQueue()
  const line = busy
    ? "Another process imports the queued sessions."
    : `${formatCount(imported, "queued session")} imported, ${dropped} dropped; ${formatCount(drafts, "draft")}.`
  yield* printResult(
    { document: { $schema: schema, queued: { imported, dropped, drafts, busy } }, lines: [line] },
    json
  )
})

/** Imports the sessions of agents in this repository, and prints what came of each. */
export const printSessionsImport = Effect.fnUntraced(function* (flags: SessionsFlags) {
  if (flags.queued) return yield* printQueue(flags.json)
  const { sessions: mode } = yield* (yield* Settings).values
  const sinceMillis = yield* readSince(flags.since)
  const work = withWorkProgress(importSessions({ ...flags, sinceMillis }))
  const isWhole = !flags.dryRun && flags.clients.length === 0 && sinceMillis === 0
  const found = yield* isWhole ? emptyQueueAfter(work) : work
  const document = {
    $schema: schema,
    dry_run: flags.dryRun,
    sessions: found.sessions.map(describe),
    unmatched: sumUnmatched(found),
    skipped: found.skipped,
    ...(mode === "write" ? { written: found.written } : {})
  }
  const lines = mode === "off" ? [turnedOff] : formatResult(found, flags.dryRun)
  return yield* printResult({ document, lines }, flags.json)
})
