import { Context, Effect, Layer, Option, Ref } from "effect"
import { LanguageModel } from "../../adapters/llm/LanguageModel.ts"
import { Settings } from "../../config/Settings.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { WorkProgress } from "../../domain/WorkProgress.ts"
import { sendable } from "../../writing/backfill/sendable.ts"
import { acceptDraft } from "../../writing/drafts/acceptDraft.ts"
import type { Draft, DraftContent } from "../../writing/drafts/Draft.ts"
import { planDraft, saveDraft } from "../../writing/drafts/saveDraft.ts"
import { matchSession, type SessionMatch } from "../matching/matchSession.ts"
import { readCandidates } from "../matching/readCandidates.ts"
import { chooseWithModel } from "../quoting/chooseWithModel.ts"
import { listTranscripts, type TranscriptFile } from "../transcripts/listTranscripts.ts"
import { listWorkTrees } from "../transcripts/places.ts"
import { readEntireSessions } from "../transcripts/readEntire.ts"
import { readSessions } from "../transcripts/readSessions.ts"
import { type Session, type SessionClient, sessionClients } from "../transcripts/Session.ts"
import { draftMatch } from "./draftMatch.ts"

/** Selects the sessions to import. */
export interface ImportSelection {
  /** Default: all. */
  readonly clients: ReadonlyArray<SessionClient>
  /** Only transcripts changed since then, milliseconds since 1970. */
  readonly sinceMillis: number
  /** Plans drafts, writes nothing. */
  readonly dryRun: boolean
}

/** What came of one session. */
export interface ImportedSession {
  readonly session: Session
  readonly drafts: ReadonlyArray<Draft>
  /** Number of its edits that no commit has. */
  readonly unmatched: number
}

/** What was not read. */
export interface SkippedTranscripts {
  /** Transcripts that cannot be read. */
  readonly files: number
  /** Records of the sessions read. */
  readonly invalid: number
  readonly oversized: number
  readonly unknown: number
}

export interface ImportedSessions {
  readonly sessions: ReadonlyArray<ImportedSession>
  readonly skipped: SkippedTranscripts
  /** Commits whose notes were written, where the setting `sessions` is `write`. */
  readonly written: ReadonlyArray<ObjectId>
}

/** Reads the sessions of transcripts; those that cannot be read are counted. */
const readFiles = Effect.fnUntraced(function* (
  files: ReadonlyArray<TranscriptFile>,
  roots: ReadonlyArray<string>,
  sinceMillis: number
) {
  const report = yield* WorkProgress
  const failed = yield* Ref.make(0)
  const sessions: Array<Session> = []
  for (const [done, file] of files.entries()) {
    yield* report({ done, total: files.length, counted: "transcripts" })
    const read = yield* Effect.option(readSessions(file, roots, sinceMillis))
    if (Option.isNone(read)) yield* Ref.update(failed, (count) => count + 1)
    else sessions.push(...read.value)
  }
  return { sessions, failed: yield* Ref.get(failed) }
})

/** Saves a draft as the settings and options say. Returns it if there is something new. */
const keepDraft = Effect.fnUntraced(function* (content: DraftContent, dryRun: boolean, writes: boolean) {
  if (dryRun) return { draft: yield* planDraft(content), isWritten: false }
  const draft = yield* saveDraft(content)
  if (!writes || Option.isNone(draft)) return { draft, isWritten: false }
  return { draft, isWritten: (yield* acceptDraft(draft.value)).isWritten }
})

const sumSkipped = (sessions: ReadonlyArray<Session>, files: number): SkippedTranscripts => {
  const count = (kind: "invalid" | "oversized" | "unknown"): number =>
    sessions.reduce((sum, { skipped }) => sum + skipped[kind], 0)
  return { files, invalid: count("invalid"), oversized: count("oversized"), unknown: count("unknown") }
}

/** The model that may choose among quotes, where the user has turned that on. Fails if none is configured. */
const findModel = Effect.fnUntraced(function* (isOn: boolean) {
  if (!isOn) return Option.none<LanguageModel["Service"]>()
  return Option.some(Context.get(yield* Layer.build(LanguageModel.layer), LanguageModel))
})

/** Drafts what a session says of its commits. */
const draftMatches = Effect.fnUntraced(function* (
  session: Session,
  matches: ReadonlyArray<SessionMatch>,
  may: (path: string) => boolean,
  model: Option.Option<LanguageModel["Service"]>
) {
  const found = (yield* Effect.forEach(matches, (match) => draftMatch(session, match, may))).flat()
  if (Option.isNone(model)) return found
  const chosen = yield* Effect.forEach(found, (content) => chooseWithModel(content, model.value))
  return chosen.filter((content) => content !== undefined)
})

/** Matches sessions with commits and keeps the drafts. `failed`: transcripts that could not be read. */
const draftSessions = Effect.fnUntraced(function* (sessions: ReadonlyArray<Session>, failed: number, dryRun: boolean) {
  const report = yield* WorkProgress
  const values = yield* (yield* Settings).values
  const model = yield* findModel(values.sessionsModel === "on")
  const candidates = yield* readCandidates(sessions)
  const may = sendable(values, [])
  const written: Array<ObjectId> = []
  const imported: Array<ImportedSession> = []
  for (const [done, session] of sessions.entries()) {
    yield* report({ done, total: sessions.length, counted: "sessions" })
    const { matches, unmatched } = matchSession(session, candidates)
    const drafts: Array<Draft> = []
    for (const content of yield* draftMatches(session, matches, may, model)) {
      const { draft, isWritten } = yield* keepDraft(content, dryRun, values.sessions === "write")
      drafts.push(...Option.toArray(draft))
      if (isWritten) written.push(content.commit)
    }
    imported.push({ session, drafts, unmatched })
  }
  return { sessions: imported, skipped: sumSkipped(sessions, failed), written } satisfies ImportedSessions
}, Effect.scoped)

const nothing: ImportedSessions = {
  sessions: [],
  skipped: { files: 0, invalid: 0, oversized: 0, unknown: 0 },
  written: []
}

/** Imports the sessions in these transcripts, whoever listed them. Reads nothing where the setting `sessions` is `off`. */
export const importTranscripts = Effect.fn("Sessions.importTranscripts")(function* (
  files: ReadonlyArray<TranscriptFile>,
  roots: ReadonlyArray<string>
) {
  if ((yield* (yield* Settings).values).sessions === "off") return nothing
  const { failed, sessions } = yield* readFiles(files, roots, 0)
  return yield* draftSessions(sessions, failed, false)
})

/**
 * Reads the sessions of agents in this repository, matches them with commits, and drafts annotations of quotes (spec
 * agents, "Import of sessions"). Reads nothing where the setting `sessions` is `off`.
 */
export const importSessions = Effect.fn("Sessions.import")(function* (selection: ImportSelection) {
  if ((yield* (yield* Settings).values).sessions === "off") return nothing
  const { dryRun, sinceMillis } = selection
  const clients = selection.clients.length === 0 ? sessionClients : selection.clients
  const roots = yield* listWorkTrees()
  const files = (yield* Effect.forEach(clients, (client) => listTranscripts(client, roots))).flat()
  const recent = files.filter(({ modifiedMillis }) => modifiedMillis >= sinceMillis)
  const { failed, sessions } = yield* readFiles(recent, roots, sinceMillis)
  if (clients.includes("entire")) {
    yield* readEntireSessions(sinceMillis, (session) => Effect.sync(() => void sessions.push(session)))
  }
  return yield* draftSessions(sessions, failed, dryRun)
})
