import { basename } from "node:path"
import { Effect } from "effect"
import { takeClaudeCode } from "./claudeCode.ts"
import { takeCodex } from "./codex.ts"
import { takeCopilot } from "./copilot.ts"
import { takeGemini } from "./gemini.ts"
import type { TranscriptFile } from "./listTranscripts.ts"
import { isInside, placeEdits, resolveLinks } from "./places.ts"
import { readOpenCodeSessions } from "./readOpenCode.ts"
import { readTranscriptFile } from "./readRecords.ts"
import { Recorder, type TakeRecord } from "./Recorder.ts"
import { clientTitles, type Session, type SessionClient } from "./Session.ts"

const takers: Record<Exclude<SessionClient, "entire" | "opencode">, TakeRecord> = {
  "claude-code": takeClaudeCode,
  codex: takeCodex,
  gemini: takeGemini,
  copilot: takeCopilot
}

/** Whether a session belongs to one of the work trees, as far as its first working folder tells. */
const belongs = Effect.fnUntraced(function* (folder: string | undefined, roots: ReadonlyArray<string>) {
  if (folder === undefined) return true
  if (roots.some((root) => isInside(folder, root))) return true
  const real = yield* resolveLinks(folder)
  return roots.some((root) => isInside(real, root))
})

/** Reads the transcripts of a session that are files: its own and its subagents'. None if it belongs elsewhere. */
const readFiles = Effect.fnUntraced(function* (file: TranscriptFile, take: TakeRecord, roots: ReadonlyArray<string>) {
  const recorder = new Recorder()
  const mayBelong = (): boolean => {
    const [folder] = recorder.folders
    // A folder outside may be a link to one inside, which is found out after the first chunk.
    return folder === undefined || known.has(folder) || roots.some((root) => isInside(folder, root))
  }
  const known = new Set<string>()
  yield* readTranscriptFile(file.path, take, recorder, mayBelong)
  const [folder] = recorder.folders
  if (!(yield* belongs(folder, roots))) return []
  if (folder !== undefined && !mayBelong()) {
    known.add(folder)
    const again = new Recorder()
    yield* readTranscriptFile(file.path, take, again, () => true)
    return [again]
  }
  for (const part of file.parts) yield* Effect.ignore(readTranscriptFile(part, take, recorder, () => true))
  return [recorder]
})

const sortByTime = (session: Session): Session => ({
  ...session,
  entries: session.entries.toSorted((a, b) => (a.time === 0 || b.time === 0 ? 0 : a.time - b.time))
})

/**
 * Reads the sessions in a transcript that belong to one of these work trees, with the paths of edits relative to the
 * tree. A client that records no working folder: only sessions with edits in one of them. `sinceMillis`: only newer
 * sessions of a file that holds many. Fails with `PlatformError` or `SqlError` if the file cannot be read.
 */
export const readSessions = Effect.fn("Sessions.read")(function* (
  file: TranscriptFile,
  roots: ReadonlyArray<string>,
  sinceMillis: number
) {
  const { client, path } = file
  if (client === "entire") return []
  if (client === "opencode") {
    const sessions = yield* readOpenCodeSessions(path, roots, sinceMillis)
    return yield* Effect.forEach(sessions, (session) => placeEdits(session, roots))
  }
  const [recorder] = yield* readFiles(file, takers[client], roots)
  if (recorder === undefined) return []
  const id = basename(path).replace(/\.jsonl?(?:\.zst)?$/, "")
  const session = recorder.finish({ client, agent: clientTitles[client], file: path, id })
  const placed = yield* placeEdits(file.parts.length === 0 ? session : sortByTime(session), roots)
  const isForeign = session.folders.length === 0 && !placed.entries.some(({ kind }) => kind === "edit")
  return isForeign ? [] : [placed]
})
