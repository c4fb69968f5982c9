import { DateTime, Effect } from "effect"
import { startProgram } from "../../adapters/runtime/startProgram.ts"
import { privateFiles } from "../../adapters/git/PrivateFiles.ts"
import { sessionClients } from "../../sessions/transcripts/Session.ts"
import type { SessionEnded } from "../events/AgentEvent.ts"
import { nameSession } from "./marks.ts"

const queueFolder = "agents/queue"

/** Has the sessions that wait imported in the background, if there are any. */
export const startImport = Effect.fnUntraced(function* (commonDirectory: string, workTree: string) {
  const waiting = yield* Effect.orElseSucceed(
    privateFiles(commonDirectory).list(queueFolder),
    (): ReadonlyArray<string> => []
  )
  if (waiting.length > 0) yield* startProgram(["import", "sessions", "--queued", "--repo", "."], workTree)
})

/** Queues a session for import, of a client whose transcripts are read. A session that is queued already is queued once. */
export const queueSession = Effect.fnUntraced(function* (
  commonDirectory: string,
  { client, folder, session, transcript }: SessionEnded
) {
  const isRead = sessionClients.some((known) => known === client)
  if (!isRead || session === "" || transcript === undefined) return
  const time = DateTime.formatIso(yield* DateTime.now)
  const entry = JSON.stringify({ client, session, transcript, cwd: folder, time })
  yield* privateFiles(commonDirectory).write(`${queueFolder}/${nameSession(session)}.json`, `${entry}\n`, 0o600)
})
