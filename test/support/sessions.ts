import { env } from "node:process"
import { mkdir, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Effect } from "effect"
import type { ObjectId } from "../../src/domain/ObjectId.ts"
import { formatTimestamp } from "../../src/domain/Instant.ts"
import { GitEnvironment } from "../../src/adapters/git/GitEnvironment.ts"
import type { Session, SessionEntry } from "../../src/sessions/transcripts/Session.ts"
import { authoredNow, type Authoring } from "./authored.ts"
import { isolation } from "./runGit.ts"
import { firstDate, makeFolder, makeRepository, type TemporaryRepository } from "./TemporaryRepository.ts"

/** A session of Claude Code. */
export const makeSession = (...entries: ReadonlyArray<SessionEntry>): Session => ({
  client: "claude-code",
  agent: "Claude Code",
  id: "s",
  file: "/s.jsonl",
  folders: [],
  branches: [],
  model: undefined,
  entries,
  toolCalls: {},
  skipped: { invalid: 0, oversized: 0, unknown: 0 }
})

/** A repository with a commit that came of a session, and the folder of the user who ran the session. */
export interface SessionFixture {
  readonly repository: TemporaryRepository
  readonly home: string
  readonly commit: ObjectId
  /** The text that the session replaced, and its replacement. */
  readonly before: string
  readonly after: string
  /** ISO 8601, some seconds before the commit. */
  time(second: number): string
}

export const why =
  "The problem is that `acquire` returns the placeholder because the pool may be empty, so callers write to a connection that does not exist."
export const rule = "The acquire function must never return a placeholder connection when the pool is empty."

const before = '  return connection ?? "none"\n'
const after =
  "  if (connection === undefined) throw new PoolExhausted(pool.length)\n  return releaseOnExit(connection)\n"
const pool = (body: string): string =>
  `export const acquire = (pool: Array<string>): string => {\n  const connection = pool.pop()\n${body}}\n`

export const makeSessionFixture = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const home = yield* makeFolder
  yield* repository.commit("Add the pool", { files: { "src/pool.ts": pool(before) } })
  const date = firstDate + 86_400
  const commit = yield* repository.commit("Fail when the pool is empty", {
    files: { "src/pool.ts": pool(after) },
    date
  })
  const time = (second: number): string => formatTimestamp((date - 600 + second) * 1000)
  const fixture: SessionFixture = { repository, home, commit, before, after, time }
  return fixture
})

/** Writes a file below the user's folder. */
export const writeHome = ({ home }: SessionFixture, path: string, content: string | Uint8Array) =>
  Effect.promise(() =>
    mkdir(dirname(join(home, path)), { recursive: true }).then(() => writeFile(join(home, path), content))
  )

/** Writes records as lines of JSON below the user's folder. */
export const writeRecords = (fixture: SessionFixture, path: string, records: ReadonlyArray<unknown>) =>
  writeHome(fixture, path, `${records.map((record) => JSON.stringify(record)).join("\n")}\n`)

/** Runs an effect on the repository as the user whose folder it is. */
export const asUser =
  ({ home, repository }: SessionFixture) =>
  <A, E>(effect: Effect.Effect<A, E, Authoring>): Effect.Effect<A, E> =>
    authoredNow(repository)(
      Effect.provideService(effect, GitEnvironment, {
        ...env,
        ...isolation,
        HOME: home,
        CLAUDE_CONFIG_DIR: undefined,
        CODEX_HOME: undefined,
        COPILOT_HOME: undefined,
        GEMINI_CLI_HOME: undefined,
        XDG_DATA_HOME: undefined
      })
    )

/** The name of Claude Code's folder for a project. */
export const claudeFolder = (path: string): string => `.claude/projects/${path.replaceAll(/[^A-Za-z0-9]/g, "-")}`

/** The records of a session of Claude Code that made the fixture's commit. */
export const claudeRecords = ({ after: text, before: old, repository, time }: SessionFixture, id = "s-1") => {
  const cwd = repository.directory
  const file_path = `${cwd}/src/pool.ts`
  const base = { sessionId: id, cwd, gitBranch: "main", version: "2.1.39", isSidechain: false }
  const use = { type: "tool_use", id: "e1", name: "Edit", input: { file_path, old_string: old, new_string: text } }
  return [
    { ...base, type: "user", timestamp: time(0), message: { role: "user", content: rule } },
    {
      ...base,
      type: "assistant",
      timestamp: time(1),
      message: { role: "assistant", model: "claude-opus-4-5", content: [{ type: "text", text: why }, use] }
    },
    {
      ...base,
      type: "user",
      timestamp: time(2),
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: "e1", content: "ok" }] },
      toolUseResult: { filePath: file_path, oldString: old, newString: text }
    }
  ]
}
