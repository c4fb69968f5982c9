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
  ["one line", '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]},"b":[1,2]}']
]

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
