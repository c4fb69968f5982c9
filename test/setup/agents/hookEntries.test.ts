import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { checkEntries, type EventEntry, putEntries, removeEntries } from "../../../src/setup/agents/hookEntries.ts"

const command = "ultragit agents hook --client claude-code"
const wanted: ReadonlyArray<EventEntry> = [
  { event: "SessionStart", entry: { hooks: [{ type: "command", command }] } },
  { event: "PreToolUse", entry: { matcher: "Edit", hooks: [{ type: "command", command }] } }
]

const put = (text: string, newFile: object = {}) => Result.getOrThrow(putEntries(text, wanted, newFile))
const remove = (text: string, newFile: object = {}) => Result.getOrThrow(removeEntries(text, newFile))

/** Files as other tools leave them. */
const theirs: ReadonlyArray<readonly [string, string]> = [
  ["an empty object", "{}\n"],
  ["other settings", '{\n  "permissions": { "allow": ["Bash(ls)"] }\n}\n'],
  [
    "hooks of git-ai and Entire",
    JSON.stringify(
      {
        hooks: {
          PreToolUse: [{ matcher: "*", hooks: [{ type: "command", command: "/opt/git-ai checkpoint claude" }] }],
          SessionStart: [{ hooks: [{ type: "command", command: "entire hooks claude-code session-start" }] }],
          Stop: [{ hooks: [{ type: "command", command: "entire hooks claude-code stop" }] }]
        }
      },
      null,
      2
    )
  ],
  [
    "comments, tabs and a trailing comma",
    '{\n\t// first\n\t"hooks": {\n\t\t"PreToolUse": [\n\t\t\t{ "matcher": "*", "hooks": [] }, // theirs\n\t\t], /* last */\n\t},\n}\n'
  ],
  ["Windows line ends", '{\r\n  "a": 1,\r\n  "hooks": {\r\n    "Stop": []\r\n  }\r\n}\r\n'],
  ["an empty list", '{\n  "hooks": {\n    "SessionStart": [],\n    "Stop": []\n  }\n}\n'],
  ["an empty list on one line", '{ "hooks": { "SessionStart": [] } }\n'],
  ["empty hooks", '{ "hooks": {} }\n'],
  ["empty hooks on several lines", '{\n  "hooks": {\n  }\n}\n'],
  ["empty hooks of a file with a version", '{\n  "version": 1,\n  "hooks": {}\n}\n'],
  [
    "a handler that is more than ours",
    JSON.stringify(
      {
        hooks: {
          PreToolUse: [
            { hooks: [{ type: "command", command: `./lint.sh; ${command}` }] },
            { hooks: [{ type: "prompt", prompt: `Explain ${command}` }] }
          ]
        }
      },
      null,
      2
    )
  ],
  ["one line", '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]},"b":[1,2]}']
]

/** Edits our group for `PreToolUse` in a file as {@link putEntries} writes it. */
const edited = (change: (group: { hooks: Array<object>; [member: string]: unknown }) => void): string => {
  const document = JSON.parse(put(""))
  change(document.hooks.PreToolUse[0])
  return JSON.stringify(document, null, 2)
}

const lint = { type: "command", command: "./lint.sh" }

describe("hooks in a file of other tools", () => {
  it.each(theirs)("are added without a change of theirs, and removed to the byte: %s", (_, text) => {
    const added = put(text)
    assert.deepStrictEqual(checkEntries(added, wanted), Result.succeed("current"))
    assert.strictEqual(put(added), added)
    assert.strictEqual(remove(added), text)
  })

  it.prop(
    "are added and removed without a trace in any JSON",
    [Schema.Record(Schema.String, Schema.Json), Schema.Literals([0, 2])],
    ([settings, indent]) => {
      const { hooks: _, ...rest } = settings
      const text = JSON.stringify({ ...rest, other: 1 }, null, indent)
      assert.strictEqual(remove(put(text)), text)
    },
    { arbitrary: { runs: 300 } }
  )

  it("replace those of another version", () => {
    const [first, ...others] = wanted
    const old = Result.getOrThrow(
      putEntries(
        "",
        [{ event: "Stop", entry: { command: "ultragit agents hook --client claude-code --old" } }, ...others],
        {}
      )
    )
    assert.deepStrictEqual(checkEntries(old, wanted), Result.succeed("outdated"))
    assert.deepStrictEqual(JSON.parse(put(old)), JSON.parse(put("")))
    assert.isDefined(first)
  })

  it("leave a handler that was added to our group", () => {
    const text = edited(({ hooks }) => void hooks.push(lint))
    assert.strictEqual(put(text), text)
    assert.deepStrictEqual(JSON.parse(remove(text)), {
      hooks: { PreToolUse: [{ matcher: "Edit", hooks: [lint] }] }
    })
    const newer = [{ event: "PreToolUse", entry: { matcher: "Edit|Write", hooks: [{ type: "command", command }] } }]
    assert.deepStrictEqual(JSON.parse(Result.getOrThrow(putEntries(text, newer, {}))), {
      hooks: { PreToolUse: [{ matcher: "Edit", hooks: [lint] }, newer[0]?.entry] }
    })
  })

  it("leave a group with other members", () => {
    const text = edited((group) => void (group["description"] = "theirs"))
    assert.deepStrictEqual(JSON.parse(remove(text)), {
      hooks: { PreToolUse: [{ matcher: "Edit", hooks: [], description: "theirs" }] }
    })
  })

  it.each([
    "command -v ultragit >/dev/null 2>&1 && ultragit agents hook --client claude-code || true",
    "[ -f '/a & b/it'\\''s.js' ] && '/n o/node' '/a & b/it'\\''s.js' agents hook --client copilot --event preToolUse || true",
    "ULTRAGIT_HOOK_TIMEOUT=100 /opt/ultragit agents hook --client codex"
  ])("are recognized: %s", (own) => {
    const text = JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: "command", command: own }] }] } }, null, 2)
    assert.strictEqual(remove(text), "")
  })

  it("leave no file that held nothing else", () => {
    assert.strictEqual(remove(put("")), "")
    assert.strictEqual(remove(put("", { version: 1 }), { version: 1 }), "")
  })

  it.each([
    ["{", "ValueExpected"],
    ["[]", "it does not contain a JSON object."],
    ['{"hooks":[]}', '"hooks" is not a JSON object.'],
    ['{"hooks":{"PreToolUse":{}}}', '"hooks.PreToolUse" is not a JSON array.'],
    ['{"hooks":{},"hooks":{}}', 'it contains "hooks" more than once.']
  ])("are refused where the file is not understood: %s", (text, reason) => {
    const failure = putEntries(text, wanted, {})
    assert.isTrue(Result.isFailure(failure))
    if (Result.isFailure(failure)) assert.include(failure.failure, reason === "ValueExpected" ? "line 1" : reason)
  })
})
