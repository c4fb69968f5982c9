import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdir, stat, symlink } from "node:fs/promises"
import { DatabaseSync } from "node:sqlite"
import { join } from "node:path"
import { zstdCompressSync } from "node:zlib"
import { type ImportedSessions, importSessions } from "../../../src/sessions/importing/importSessions.ts"
import type { SessionClient } from "../../../src/sessions/transcripts/Session.ts"
import { acceptDraft } from "../../../src/writing/drafts/acceptDraft.ts"
import { listDrafts } from "../../../src/writing/drafts/draftFiles.ts"
import { slow } from "../../support/scale.ts"
import {
  asUser,
  claudeFolder,
  claudeRecords,
  makeSessionFixture,
  rule,
  type SessionFixture,
  why,
  writeHome,
  writeRecords
} from "../../support/sessions.ts"

const importAll = (fixture: SessionFixture, clients: ReadonlyArray<SessionClient> = [], dryRun = false) =>
  asUser(fixture)(importSessions({ clients, sinceMillis: 0, dryRun }))

/** The quotes of each draft, by the unit they are about. */
const quotesOf = ({ sessions }: ImportedSessions) =>
  sessions.flatMap(({ drafts }) =>
    drafts.flatMap(({ places }) =>
      places.flatMap(({ ast_anchor, file, quotes }) =>
        quotes.map(({ by, kind, text }) => `${file}:${ast_anchor.name} ${kind} ${by} ${text}`)
      )
    )
  )

const whyQuote = `src/pool.ts:acquire why agent ${why}`
const ruleQuote = `src/pool.ts:acquire constraint person ${rule}`

const writeCodex = (fixture: SessionFixture, path: string, compress = false) => {
  const { after, before, repository, time } = fixture
  const minus = before.trimEnd()
  const plus = after.trimEnd().split("\n")
  const patch = `*** Begin Patch\n*** Update File: src/pool.ts\n@@\n-${minus}\n${plus.map((line) => `+${line}`).join("\n")}\n*** End Patch`
  const message = (role: string, text: string, second: number) => ({
    timestamp: time(second),
    type: "response_item",
    payload: { type: "message", role, content: [{ type: role === "user" ? "input_text" : "output_text", text }] }
  })
  const records = [
    {
      timestamp: time(0),
      type: "session_meta",
      payload: { id: "c-1", cwd: repository.directory, git: { branch: "main" } }
    },
    { timestamp: time(0), type: "turn_context", payload: { cwd: repository.directory, model: "gpt-5.1-codex" } },
    message("user", "<environment_context>\n  never quoted\n</environment_context>", 0),
    message("user", rule, 1),
    message("assistant", why, 2),
    {
      timestamp: time(3),
      type: "response_item",
      payload: { type: "custom_tool_call", name: "apply_patch", call_id: "1", input: patch }
    },
    { timestamp: time(4), type: "event_msg", payload: { type: "token_count" } },
    { timestamp: time(4), type: "of_a_later_version", payload: {} }
  ]
  const text = records.map((record) => JSON.stringify(record)).join("\n")
  return writeHome(fixture, path, compress ? zstdCompressSync(text) : text)
}

const writeGemini = (fixture: SessionFixture) => {
  const { after, before, repository, time } = fixture
  const args = { file_path: `${repository.directory}/src/pool.ts`, old_string: before, new_string: after }
  return writeRecords(fixture, ".gemini/tmp/abc/chats/session-1.jsonl", [
    { sessionId: "g-1", projectHash: "abc", startTime: time(0) },
    { id: "1", timestamp: time(0), type: "user", content: [{ text: rule }] },
    {
      id: "2",
      timestamp: time(1),
      type: "gemini",
      content: "Never sent because it was rewound and pool.pop is not acquire."
    },
    { $rewindTo: "2" },
    {
      id: "3",
      timestamp: time(2),
      type: "gemini",
      content: why,
      model: "gemini-3-pro",
      toolCalls: [{ id: "r", name: "replace", args, status: "success" }]
    },
    { $set: { lastUpdated: time(3) } }
  ])
}

const writeCopilot = (fixture: SessionFixture) => {
  const { after, before, repository, time } = fixture
  const path = `${repository.directory}/src/pool.ts`
  const request = {
    toolCallId: "t",
    name: "edit",
    arguments: JSON.stringify({ path, old_str: before, new_str: after })
  }
  return writeRecords(fixture, ".copilot/session-state/p-1/events.jsonl", [
    {
      type: "session.start",
      timestamp: time(0),
      data: { sessionId: "p-1", context: { cwd: repository.directory, branch: "main" } }
    },
    { type: "session.model_change", timestamp: time(0), data: { newModel: "gpt-4.1" } },
    { type: "user.message", timestamp: time(1), data: { content: rule } },
    { type: "assistant.message", timestamp: time(2), data: { content: why, toolRequests: [request] } },
    {
      type: "tool.execution_complete",
      timestamp: time(3),
      data: { toolCallId: "t", result: { result_type: "success" } }
    }
  ])
}

const writeOpenCode = (fixture: SessionFixture) =>
  Effect.promise(() => mkdir(join(fixture.home, ".local/share/opencode"), { recursive: true })).pipe(
    Effect.andThen(
      Effect.sync(() => {
        const { after, before, home, repository, time } = fixture
        const database = new DatabaseSync(join(home, ".local/share/opencode/opencode.db"))
        database.exec(`CREATE TABLE session (id TEXT, directory TEXT, time_updated INTEGER);
          CREATE TABLE message (id TEXT, session_id TEXT, time_created INTEGER, data TEXT);
          CREATE TABLE part (id TEXT, message_id TEXT, time_created INTEGER, data TEXT);`)
        const at = (second: number): number => Date.parse(time(second))
        database.prepare("INSERT INTO session VALUES (?, ?, ?)").run("o-1", repository.directory, at(9))
        const state = {
          status: "completed",
          input: { filePath: `${repository.directory}/src/pool.ts`, oldString: before, newString: after }
        }
        const rows = [
          // As `opencode run` stores it.
          ["user", { type: "text", text: `"${rule}"` }],
          ["assistant", { type: "text", text: why }],
          ["assistant", { type: "tool", tool: "edit", state }]
        ] as const
        rows.forEach(([role, part], index) => {
          const message = JSON.stringify({ role, modelID: "gpt-5", path: { cwd: repository.directory } })
          database.prepare("INSERT INTO message VALUES (?, ?, ?, ?)").run(`m${index}`, "o-1", at(index), message)
          database
            .prepare("INSERT INTO part VALUES (?, ?, ?, ?)")
            .run(`p${index}`, `m${index}`, at(index), JSON.stringify(part))
        })
        database.close()
      })
    )
  )

describe("import sessions", () => {
  const clients: ReadonlyArray<readonly [SessionClient, string, (fixture: SessionFixture) => Effect.Effect<void>]> = [
    [
      "claude-code",
      "Claude Code with claude-opus-4-5 (s-1)",
      (fixture) =>
        writeRecords(fixture, `${claudeFolder(fixture.repository.directory)}/s-1.jsonl`, claudeRecords(fixture))
    ],
    [
      "codex",
      "Codex with gpt-5.1-codex (c-1)",
      (fixture) => writeCodex(fixture, ".codex/sessions/2024/01/02/rollout-1.jsonl")
    ],
    [
      "codex",
      "Codex with gpt-5.1-codex (c-1)",
      (fixture) => writeCodex(fixture, ".codex/archived_sessions/rollout-1.jsonl.zst", true)
    ],
    ["gemini", "Gemini CLI with gemini-3-pro (g-1)", writeGemini],
    ["copilot", "Copilot CLI with gpt-4.1 (p-1)", writeCopilot],
    ["opencode", "OpenCode with gpt-5 (o-1)", writeOpenCode]
  ]
  for (const [client, origin, write] of clients) {
    it.effect(`drafts what a session of ${origin} says of its commit`, () =>
      Effect.gen(function* () {
        const fixture = yield* makeSessionFixture
        yield* write(fixture)
        const found = yield* importAll(fixture, [client])
        assert.deepStrictEqual(quotesOf(found), [whyQuote, ruleQuote])
        const [draft] = found.sessions.flatMap(({ drafts }) => drafts)
        assert.strictEqual(draft?.commit, fixture.commit)
        assert.strictEqual(draft?.annotation.provenance.operation, "session")
        assert.strictEqual(draft?.annotation.context_level, "inferred")
        assert.strictEqual(draft?.annotation.provenance.synthesis_notes, `Quoted from a session of ${origin}.`)
      })
    )
  }

  it.effect("keeps drafts in files that only the user can read, and in no ref", () =>
    Effect.gen(function* () {
      const fixture = yield* makeSessionFixture
      const { commit, repository } = fixture
      yield* writeRecords(fixture, `${claudeFolder(repository.directory)}/s-1.jsonl`, claudeRecords(fixture))
      const refs = yield* repository.git(["for-each-ref"])
      yield* importAll(fixture)
      const file = yield* Effect.promise(() => stat(join(repository.directory, `.git/ultragit/drafts/${commit}.json`)))
      assert.strictEqual(file.mode & 0o777, 0o600)
      assert.strictEqual(yield* repository.git(["for-each-ref"]), refs)
      assert.deepStrictEqual(quotesOf(yield* importAll(fixture)), [], "a second import finds nothing new")
    })
  )

  it.effect("does not draft again what was accepted", () =>
    Effect.gen(function* () {
      const fixture = yield* makeSessionFixture
      yield* writeRecords(fixture, `${claudeFolder(fixture.repository.directory)}/s-1.jsonl`, claudeRecords(fixture))
      const [draft] = (yield* importAll(fixture)).sessions.flatMap(({ drafts }) => drafts)
      assert.isDefined(draft)
      if (draft !== undefined) yield* asUser(fixture)(acceptDraft(draft))
      assert.deepStrictEqual(yield* asUser(fixture)(listDrafts()), [])
      assert.deepStrictEqual(quotesOf(yield* importAll(fixture)), [])
    })
  )

  it.effect(
    "skips and counts what it does not understand",
    () =>
      Effect.gen(function* () {
        const fixture = yield* makeSessionFixture
        const lines = claudeRecords(fixture).map((record) => JSON.stringify(record))
        const long = JSON.stringify({ type: "summary", text: "x".repeat(33 * 1024 * 1024) })
        const text = [
          "not json",
          "[1]",
          ...lines,
          JSON.stringify({ type: "of-a-later-version" }),
          ...["api-request-blob", "tools-used", "cost-state"].map((type) => JSON.stringify({ type })),
          long,
          '{"type":"us'
        ].join("\n")
        yield* writeHome(fixture, `${claudeFolder(fixture.repository.directory)}/s-1.jsonl`, text)
        const found = yield* importAll(fixture, ["claude-code"])
        assert.deepStrictEqual(found.skipped, { files: 0, invalid: 3, oversized: 1, unknown: 1 })
        assert.deepStrictEqual(quotesOf(found), [whyQuote, ruleQuote])
      }),
    slow
  )

  it.effect("reads no session of another folder and follows no link out of the client's folder", () =>
    Effect.gen(function* () {
      const fixture = yield* makeSessionFixture
      const folder = claudeFolder(fixture.repository.directory)
      const elsewhere = claudeRecords(fixture).map((record) => ({
        ...record,
        cwd: `${fixture.repository.directory}-2`
      }))
      yield* writeRecords(fixture, `${folder}-2/s-1.jsonl`, elsewhere)
      yield* writeRecords(fixture, "outside/s-2.jsonl", claudeRecords(fixture, "s-2"))
      yield* writeRecords(fixture, `${folder}/s-3.txt`, claudeRecords(fixture, "s-3"))
      yield* Effect.promise(() =>
        symlink(join(fixture.home, "outside/s-2.jsonl"), join(fixture.home, folder, "s-2.jsonl"))
      )
      const found = yield* importAll(fixture)
      assert.deepStrictEqual(found.sessions, [])
    })
  )

  it.effect("takes the edits of subagents, and not their prompts as the user's", () =>
    Effect.gen(function* () {
      const fixture = yield* makeSessionFixture
      const folder = claudeFolder(fixture.repository.directory)
      const records = claudeRecords(fixture)
      yield* writeRecords(
        fixture,
        `${folder}/s-1.jsonl`,
        records.slice(0, 1).map((record) => ({ ...record, message: { role: "user", content: "Go" } }))
      )
      yield* writeRecords(
        fixture,
        `${folder}/s-1/subagents/agent-1.jsonl`,
        records.map((record) => ({ ...record, isSidechain: true }))
      )
      assert.deepStrictEqual(quotesOf(yield* importAll(fixture, ["claude-code"])), [whyQuote])
    })
  )

  it.effect("leaves an edit that failed, and files that settings exclude, alone", () =>
    Effect.gen(function* () {
      const fixture = yield* makeSessionFixture
      const path = `${claudeFolder(fixture.repository.directory)}/s-1.jsonl`
      const [first, second] = claudeRecords(fixture)
      const content = [
        { type: "tool_result", tool_use_id: "e1", is_error: true, content: "String to replace not found" }
      ]
      yield* writeRecords(fixture, path, [first, second, { ...first, message: { role: "user", content } }])
      assert.deepStrictEqual(quotesOf(yield* importAll(fixture)), [])
      yield* writeRecords(fixture, path, claudeRecords(fixture))
      yield* fixture.repository.git(["config", "ultragit.exclude", "src/"])
      assert.deepStrictEqual(quotesOf(yield* importAll(fixture)), [])
    })
  )

  it.effect("reads nothing where sessions is off, and writes notes where it is write", () =>
    Effect.gen(function* () {
      const fixture = yield* makeSessionFixture
      const { commit, repository } = fixture
      yield* writeRecords(fixture, `${claudeFolder(repository.directory)}/s-1.jsonl`, claudeRecords(fixture))
      yield* repository.git(["config", "ultragit.sessions", "off"])
      assert.deepStrictEqual((yield* importAll(fixture)).sessions, [])
      yield* repository.git(["config", "ultragit.sessions", "write"])
      assert.deepStrictEqual((yield* importAll(fixture)).written, [commit])
      assert.include(yield* repository.git(["notes", "--ref=ultragit", "show", commit]), "placeholder connection")
      assert.deepStrictEqual(yield* asUser(fixture)(listDrafts()), [])
    })
  )
})
