import { assert, describe, it } from "@effect/vitest"
import type { AgentEvent, HookClient } from "../../../src/agents/events/AgentEvent.ts"
import { formatReply } from "../../../src/agents/events/formatReply.ts"
import { parseEvent } from "../../../src/agents/events/parseEvent.ts"
import { parsePatch } from "../../../src/agents/events/parsePatch.ts"

const fallback = { event: "", folder: "/work" }
const parse = (client: HookClient, payload: object, event = "") =>
  parseEvent(client, JSON.stringify(payload), { ...fallback, event })

const patch = [
  "*** Begin Patch",
  "*** Update File: src/pool.ts",
  "@@ class Pool {",
  "   acquire(): string {",
  '-    return "connection"',
  '+    return "other"',
  "   }",
  "@@",
  "-last",
  "*** Add File: src/new.ts",
  "+export {}",
  "*** Delete File: src/old.ts",
  "*** End Patch"
].join("\n")

/** A payload of each client for one edit, by its documentation, and what it means. */
const edits: ReadonlyArray<
  readonly [client: HookClient, payload: object, expected: Partial<AgentEvent>, event?: string]
> = [
  [
    "claude-code",
    {
      session_id: "s",
      transcript_path: "/t.jsonl",
      cwd: "/repo",
      permission_mode: "default",
      hook_event_name: "PreToolUse",
      tool_name: "Edit",
      tool_input: { file_path: "/repo/a.ts", old_string: "old", new_string: "new", replace_all: false },
      tool_use_id: "t1"
    },
    { kind: "edit", isAfter: false }
  ],
  [
    "claude-code",
    {
      session_id: "s",
      cwd: "/repo",
      hook_event_name: "PreToolUse",
      tool_name: "MultiEdit",
      tool_input: { file_path: "/repo/a.ts", edits: [{ old_string: "old", new_string: "new" }] }
    },
    { kind: "edit", isAfter: false }
  ],
  [
    "cursor",
    {
      conversation_id: "s",
      generation_id: "g",
      hook_event_name: "postToolUse",
      workspace_roots: ["/repo"],
      tool_name: "Edit",
      tool_input: { file_path: "/repo/a.ts", old_string: "old", new_string: "new" }
    },
    { kind: "edit", isAfter: true }
  ],
  [
    "gemini",
    {
      session_id: "s",
      cwd: "/repo",
      hook_event_name: "AfterTool",
      timestamp: "2026-01-01T00:00:00Z",
      tool_name: "replace",
      tool_input: { file_path: "/repo/a.ts", old_string: "old", new_string: "new", instruction: "x" }
    },
    { kind: "edit", isAfter: true }
  ],
  [
    "copilot",
    {
      sessionId: "s",
      timestamp: 1,
      cwd: "/repo",
      toolName: "edit",
      toolArgs: JSON.stringify({ path: "/repo/a.ts", old_str: "old", new_str: "new" })
    },
    { kind: "edit", isAfter: true },
    "postToolUse"
  ],
  [
    "opencode",
    {
      session_id: "s",
      cwd: "/repo",
      hook_event_name: "PostToolUse",
      tool_name: "edit",
      tool_input: { filePath: "/repo/a.ts", oldString: "old", newString: "new" }
    },
    { kind: "edit", isAfter: true }
  ]
]

describe("an event of a client", () => {
  it.each(edits.map((edit) => [edit[0], edit] as const))(
    "is an edit of a file, with what is replaced: %s",
    (_, edit) => {
      const [client, payload, expected, event = ""] = edit
      const found = parse(client, payload, event)
      const place = { path: "/repo/a.ts", replaced: ["old"], replacements: ["new"] }
      assert.include(found, { client, session: "s", folder: "/repo", ...expected })
      assert.deepInclude(found, { places: [place] })
    }
  )

  it("is an edit of all files of a patch of Codex", () => {
    const found = parse("codex", {
      session_id: "s",
      turn_id: "t",
      transcript_path: null,
      cwd: "/repo",
      hook_event_name: "PreToolUse",
      tool_name: "apply_patch",
      tool_input: { command: patch }
    })
    assert.deepInclude(found, { kind: "edit", isAfter: false, places: parsePatch(patch) })
  })

  it("names the subagent", () => {
    const payload = {
      session_id: "s",
      hook_event_name: "PreToolUse",
      tool_name: "Read",
      tool_input: { file_path: "a" }
    }
    assert.include(parse("claude-code", payload), { session: "s", agent: "" })
    assert.include(parse("claude-code", { ...payload, agent_id: "a1" }), { session: "s", agent: "a1" })
  })

  it("names the lines that are read", () => {
    const found = parse("claude-code", {
      session_id: "s",
      hook_event_name: "PreToolUse",
      tool_name: "Read",
      tool_input: { file_path: "a.ts", offset: 10, limit: 5 }
    })
    assert.deepInclude(found, {
      kind: "read",
      folder: "/work",
      places: [{ path: "a.ts", replaced: [], lines: { start: 10, end: 14 } }]
    })
  })

  it("resets what the model knows after a compaction", () => {
    const event = { session_id: "s", hook_event_name: "SessionStart" }
    assert.deepInclude(parse("claude-code", { ...event, source: "compact" }), { isReset: true })
    assert.deepInclude(parse("claude-code", { ...event, source: "resume" }), { isReset: false })
  })

  it.each([
    ["cursor", { conversation_id: "s", workspace_roots: ["/repo"], hook_event_name: "preCompact", trigger: "auto" }],
    ["gemini", { session_id: "s", cwd: "/repo", hook_event_name: "PreCompress", trigger: "manual" }]
  ] as const)("is a compaction: %s", (client, payload) => {
    assert.include(parse(client, payload), { kind: "compaction", session: "s", folder: "/repo" })
  })

  it("names the transcript of a session that ends", () => {
    const event = { session_id: "s", hook_event_name: "Stop" }
    assert.deepInclude(parse("claude-code", { ...event, transcript_path: "/t.jsonl" }), { transcript: "/t.jsonl" })
    assert.notProperty(parse("codex", { ...event, transcript_path: null }), "transcript")
    assert.notProperty(parse("codex", { ...event, transcript_path: "../t.jsonl" }), "transcript")
  })

  it("has Cursor's form also where Cursor runs the hooks of Claude Code", () => {
    const payload = {
      conversation_id: "s",
      workspace_roots: ["/repo"],
      hook_event_name: "preToolUse",
      tool_name: "Read",
      tool_input: { file_path: "/repo/a.ts" }
    }
    assert.deepInclude(parse("claude-code", payload), { client: "cursor", folder: "/repo" })
  })

  it.each([
    "",
    "null",
    "[]",
    "{",
    '"PreToolUse"',
    '{"hook_event_name":7}',
    '{"hook_event_name":"Unknown"}',
    '{"hook_event_name":"PreToolUse"}',
    '{"hook_event_name":"PreToolUse","tool_name":"Edit"}',
    '{"hook_event_name":"PreToolUse","tool_name":"Edit","tool_input":[]}',
    '{"hook_event_name":"PreToolUse","tool_name":"Edit","tool_input":{"file_path":7}}',
    '{"hook_event_name":"PreToolUse","tool_name":"WebFetch","tool_input":{"url":"x"}}',
    '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"git commit"}}'
  ])("that is not one to answer is passed over: %s", (payload) => {
    assert.isUndefined(parseEvent("claude-code", payload, fallback))
  })
})

describe("a patch of Codex", () => {
  it("has the runs of old lines of each file that exists, with what they become", () => {
    assert.deepStrictEqual(parsePatch(patch), [
      {
        path: "src/pool.ts",
        replaced: ['  acquire(): string {\n    return "connection"\n  }', "last"],
        replacements: ['  acquire(): string {\n    return "other"\n  }', ""]
      },
      { path: "src/old.ts", replaced: [], replacements: [] }
    ])
  })
})

const editBy = (client: HookClient, name: string): AgentEvent => ({
  kind: "edit",
  client,
  name,
  session: "s",
  agent: "",
  folder: "/",
  isAfter: client !== "claude-code" && client !== "codex",
  places: []
})

describe("a reply", () => {
  it.each([
    ["claude-code", "PreToolUse", { hookSpecificOutput: { hookEventName: "PreToolUse", additionalContext: "text" } }],
    ["codex", "PreToolUse", { hookSpecificOutput: { hookEventName: "PreToolUse", additionalContext: "text" } }],
    ["gemini", "AfterTool", { hookSpecificOutput: { hookEventName: "AfterTool", additionalContext: "text" } }],
    ["cursor", "postToolUse", { additional_context: "text" }],
    ["copilot", "postToolUse", { additionalContext: "text" }]
  ] as const)("has the form of %s", (client, name, expected) => {
    assert.deepStrictEqual(JSON.parse(formatReply(editBy(client, name), { text: "text", isDenial: false })), expected)
  })

  it.each([
    [
      "claude-code",
      "PreToolUse",
      {
        hookSpecificOutput: {
          hookEventName: "PreToolUse",
          permissionDecision: "deny",
          permissionDecisionReason: "text"
        }
      }
    ],
    ["gemini", "BeforeTool", { decision: "deny", reason: "text" }],
    ["copilot", "preToolUse", { permissionDecision: "deny", permissionDecisionReason: "text" }]
  ] as const)("denies in the form of %s", (client, name, expected) => {
    assert.deepStrictEqual(JSON.parse(formatReply(editBy(client, name), { text: "text", isDenial: true })), expected)
  })
})
