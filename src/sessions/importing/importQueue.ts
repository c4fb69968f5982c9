import { Effect, Option, Result, Schema } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { type PrivateFiles, privateFiles } from "../../adapters/git/PrivateFiles.ts"
import { holdLock } from "../../adapters/sql/Lock.ts"
import { escapeControls } from "../../domain/Text.ts"
import { logLine } from "../../rewrite/hooks/log.ts"
import { inaccessible } from "../../rewrite/hooks/SetupError.ts"
import { findTranscript, type TranscriptFile } from "../transcripts/listTranscripts.ts"
import { listWorkTrees } from "../transcripts/places.ts"
import { sessionClients } from "../transcripts/Session.ts"
import { importTranscripts } from "./importSessions.ts"

/** Where hooks of agents put sessions that ended, one file each, below the private folder that all work trees share. */
const folder = "agents/queue"
const lockName = "agents/import.lock"
/** Maximum bytes of a queued session. */
const maxBytes = 64 * 1024

/** A session that a hook queued. */
const QueuedSession = Schema.Struct({
  client: Schema.Literals(sessionClients),
  session: Schema.String,
  transcript: Schema.NonEmptyString
})
const decodeQueued = Schema.decodeUnknownOption(Schema.fromJsonString(QueuedSession))

/** What came of the queue. */
export interface QueueOutcome {
  /** Sessions imported. */
  readonly imported: number
  /** Queued sessions that cannot be imported: their files say nothing or stay, or their transcripts are not there. */
  readonly dropped: number
  readonly drafts: number
  /** Whether another process imports the queue now. */
  readonly busy: boolean
}

const listQueue = (files: PrivateFiles) =>
  Effect.map(
    Effect.orElseSucceed(files.list(folder), (): ReadonlyArray<string> => []),
    (names) => names.filter((name) => name.endsWith(".json")).map((name) => `${folder}/${name}`)
  )

/** Finds the transcript that a queued file names; none, with a line in the log, if there is none. */
const findQueued = Effect.fnUntraced(function* (files: PrivateFiles, name: string, roots: ReadonlyArray<string>) {
  const text = yield* Effect.orElseSucceed(files.readText(name, maxBytes), () => Option.none<string>())
  const queued = Option.flatMap(text, decodeQueued)
  if (Option.isNone(queued)) {
    yield* logLine(files, `${name} dropped: it is not a queued session`)
    return Option.none<TranscriptFile>()
  }
  const { client, session, transcript } = queued.value
  const found = yield* findTranscript(client, transcript, roots)
  if (Option.isNone(found)) {
    yield* logLine(
      files,
      `session ${escapeControls(session)} of ${client} dropped: its transcript is not among ${client}'s`
    )
  }
  return found
})

const notImported = { imported: 0, dropped: 1, drafts: 0 }

/** Imports one queued session, and takes it out of the queue whatever came of it. Adds one that stays there to `stuck`. */
const importQueued = Effect.fnUntraced(function* (
  files: PrivateFiles,
  name: string,
  roots: ReadonlyArray<string>,
  stuck: Set<string>
) {
  const found = yield* findQueued(files, name, roots)
  // Out of the queue first: a transcript that stops this process must not stop the next one too.
  const removed = yield* Effect.result(files.remove(name))
  if (Result.isFailure(removed)) {
    stuck.add(name)
    yield* logLine(files, `${name} not imported, as it cannot be removed: ${removed.failure.message}`)
    return notImported
  }
  if (Option.isNone(found)) return notImported
  const result = yield* Effect.result(importTranscripts([found.value], roots))
  if (Result.isFailure(result) || result.success.skipped.files > 0) {
    const problem = Result.isFailure(result) ? result.failure.message : "its transcript cannot be read"
    yield* logLine(files, `${name} dropped: ${problem}`)
    return notImported
  }
  const drafts = result.success.sessions.reduce((sum, each) => sum + each.drafts.length, 0)
  yield* logLine(files, `${name} imported: drafts ${drafts}`)
  return { imported: 1, dropped: 0, drafts }
})

/** Runs an import of all sessions, which takes those that were queued before out of the queue. */
export const emptyQueueAfter = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  const { commonDirectory } = yield* (yield* Git).repository
  const files = privateFiles(commonDirectory)
  const names = yield* listQueue(files)
  const done = yield* work
  yield* Effect.forEach(names, (name) => Effect.ignore(files.remove(name)), { discard: true })
  return done
})

/**
 * Imports the sessions that hooks queued and empties the queue, one process at a time. What cannot be read is dropped with
 * a line in the log. Meant for the background: a session ends without waiting for it.
 */
export const importQueue = Effect.fn("Sessions.importQueue")(function* () {
  const { commonDirectory } = yield* (yield* Git).repository
  const files = privateFiles(commonDirectory)
  const total = { imported: 0, dropped: 0, drafts: 0 }
  if ((yield* listQueue(files)).length === 0) return { ...total, busy: false } satisfies QueueOutcome
  yield* Effect.mapError(files.makeFolder("agents"), inaccessible)
  if (!(yield* holdLock(files.pathOf(lockName)))) return { ...total, busy: true } satisfies QueueOutcome
  const roots = yield* listWorkTrees()
  const stuck = new Set<string>()
  const listNext = Effect.map(listQueue(files), (names) => names.filter((name) => !stuck.has(name)))
  for (let names = yield* listNext; names.length > 0; names = yield* listNext) {
    for (const name of names) {
      const outcome = yield* importQueued(files, name, roots, stuck)
      total.imported += outcome.imported
      total.dropped += outcome.dropped
      total.drafts += outcome.drafts
    }
  }
  return { ...total, busy: false } satisfies QueueOutcome
}, Effect.scoped)
