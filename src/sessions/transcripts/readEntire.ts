import { Effect, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import type { TreeEntry } from "../../adapters/git/TreeEntry.ts"
import { type JsonObject, textIn } from "../../domain/Json.ts"
import { isEntire } from "../../evidence/foreign/entire.ts"
import { takeClaudeCode } from "./claudeCode.ts"
import { takeCodex } from "./codex.ts"
import { takeCopilot } from "./copilot.ts"
import { parseObject, timeIn } from "./fields.ts"
import { takeGemini } from "./gemini.ts"
import { takeBytes, takeDocument } from "./readRecords.ts"
import { Recorder, type TakeRecord } from "./Recorder.ts"
import { clientTitles, type Session } from "./Session.ts"

/** Maximum bytes of a transcript in a checkpoint. */
const maxTranscriptBytes = 128 * 1024 * 1024
const maxMetadataBytes = 1024 * 1024

/** A session in a checkpoint. */
interface Checkpoint {
  readonly id: string
  readonly agent: string
  readonly createdMillis: number
  readonly transcript: TreeEntry
  readonly file: string
}

const sessionFile = /^(?:[0-9a-f]{2}\/[0-9a-z]{1,40}\/)?\d{1,4}\/metadata\.json$/i

const takers: Readonly<Record<string, TakeRecord>> = {
  "Gemini CLI": takeGemini,
  Codex: takeCodex,
  "Codex CLI": takeCodex,
  "Copilot CLI": takeCopilot,
  "GitHub Copilot CLI": takeCopilot
}

const toCheckpoint = (
  metadata: JsonObject,
  ref: string,
  entry: TreeEntry,
  transcript: TreeEntry | undefined
): ReadonlyArray<Checkpoint> => {
  const [id, agent] = [textIn(metadata, "session_id"), textIn(metadata, "agent")]
  if (id === "" || transcript === undefined) return []
  const file = `${ref}:${entry.path.replace(/metadata\.json$/, "full.jsonl")}`
  return [{ id, agent, createdMillis: timeIn(metadata, "created_at"), transcript, file }]
}

/** Lists the sessions in the checkpoints of a ref. */
const listCheckpoints = Effect.fnUntraced(function* (ref: string, commit: TreeEntry["id"]) {
  const git = yield* Git
  const files = yield* git.files(commit, "")
  const at = new Map(files.map((file) => [file.path, file]))
  const entries = files.filter(({ path }) => sessionFile.test(path))
  const contents = yield* git.objects(
    entries.map(({ id }) => id),
    { maxBytes: maxMetadataBytes }
  )
  return entries.flatMap((entry, index) => {
    const content = contents[index]
    const text = content?._tag === "Found" ? Buffer.from(content.bytes).toString("utf8") : ""
    const transcript = at.get(entry.path.replace(/metadata\.json$/, "full.jsonl"))
    return Option.match(parseObject(text), {
      onNone: () => [],
      onSome: (metadata) => toCheckpoint(metadata, ref, entry, transcript)
    })
  })
})

/** Keeps the newest checkpoint of each session whose transcript is in this clone, with earlier ones to fall back on. */
const groupBySession = (found: ReadonlyArray<Checkpoint>): ReadonlyArray<ReadonlyArray<Checkpoint>> => {
  const groups = new Map<string, Array<Checkpoint>>()
  for (const each of found) groups.set(each.id, [...(groups.get(each.id) ?? []), each])
  return [...groups.values()].map((group) => group.toSorted((a, b) => b.createdMillis - a.createdMillis))
}

/** Reads the newest transcript that is there; a partial or shallow clone may lack some. */
const readNewest = Effect.fnUntraced(function* (group: ReadonlyArray<Checkpoint>) {
  const git = yield* Git
  for (const { agent, file, id, transcript } of group) {
    const [content] = yield* git.objects([transcript.id], { maxBytes: maxTranscriptBytes })
    if (content?._tag !== "Found") continue
    const recorder = new Recorder()
    const take = takers[agent] ?? takeClaudeCode
    const isDocument =
      take === takeGemini && !/^\s*\{[^\n]*\}\s*\n\s*\{/.test(Buffer.from(content.bytes).toString("utf8", 0, 65_536))
    if (isDocument) takeDocument(content.bytes, take, recorder)
    else takeBytes(content.bytes, take, recorder)
    // Entire names the agent of older sessions only "Agent"; they are Claude Code's.
    const title = agent === "" || agent === "Agent" ? clientTitles["claude-code"] : agent
    const session: Session = recorder.finish({ client: "entire", agent: title, file, id })
    return Option.some({ ...session, id })
  }
  return Option.none<Session>()
})

/** Reads the sessions of Entire's checkpoints in this repository, each from its newest checkpoint, and calls `take`. */
export const readEntireSessions = Effect.fn("Sessions.readEntire")(function* <E, R>(
  sinceMillis: number,
  take: (session: Session) => Effect.Effect<void, E, R>
) {
  const git = yield* Git
  const refs = (yield* git.refs(["refs/entire/checkpoints/", "refs/heads/", "refs/remotes/"])).filter(isEntire)
  const found = (yield* Effect.forEach(refs, ({ commit, name }) => listCheckpoints(name, commit))).flat()
  for (const group of groupBySession(found.filter(({ createdMillis }) => createdMillis >= sinceMillis))) {
    const session = yield* readNewest(group)
    if (Option.isSome(session)) yield* take(session.value)
  }
})
