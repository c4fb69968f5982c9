import { type JsonObject, asArray, fieldOf, isObject, textIn } from "../../domain/Json.ts"
import { compareTexts, readPatchLines } from "./changedLines.ts"
import { objectIn, timeIn } from "./fields.ts"
import type { Recorder, TakeRecord } from "./Recorder.ts"

/** Types of records that say nothing that is used. */
const ignored = new Set([
  "attachment",
  "custom-title",
  "ai-title",
  "agent-name",
  "agent-setting",
  "api-request",
  "api-request-blob",
  "api-request-shape",
  "atis-latch",
  "cost-state",
  "file-history-snapshot",
  "last-prompt",
  "mode",
  "permission-mode",
  "pr-link",
  "queue-operation",
  "summary",
  "system",
  "tag",
  "tools-used"
])

/** Texts of the user role that no person wrote: output of commands, notices, tags of the client. */
const generated =
  /^(?:<[a-z]+(?:-[a-z]+)+[\s>]|\[Request interrupted|Caveat: The messages below|This session is being continued from|\[Image)/
/** Blocks that the client adds to a prompt. */
const additions =
  /<(system-reminder|ide_opened_file|ide_selection|ide_diagnostics|user-prompt-submit-hook)>(?:(?!<\1>)[\s\S])*?<\/\1>/g
/** What precedes a person's words when they reject a call. */
const rejection = /^The user doesn't want to (?:proceed with|take) this[\s\S]{0,400}?the user said:\s*\n/

const linesOf = (patch: unknown): ReadonlyArray<string> =>
  asArray(patch).flatMap((hunk) => asArray(fieldOf(hunk, "lines")).filter((line) => typeof line === "string"))

const textOf = (content: unknown): string =>
  typeof content === "string"
    ? content
    : asArray(content)
        .map((part) => textIn(part, "text"))
        .join("\n")

const takePrompt = (text: string, time: number, recorder: Recorder): void => {
  const own = text.replaceAll(additions, "").trim()
  if (!generated.test(own)) recorder.text("prompt", own, time)
}

const takeToolUse = (part: JsonObject, time: number, recorder: Recorder): void => {
  const [name, call, input] = [textIn(part, "name"), textIn(part, "id"), objectIn(part, "input")]
  const path = textIn(input, "file_path")
  recorder.tool(name)
  if (name === "Edit") {
    recorder.edit(path, compareTexts(textIn(input, "old_string"), textIn(input, "new_string")), time, call)
  } else if (name === "Write") {
    recorder.edit(path, compareTexts("", textIn(input, "content")), time, call)
  } else if (name === "MultiEdit") {
    for (const edit of asArray(input["edits"])) {
      recorder.edit(path, compareTexts(textIn(edit, "old_string"), textIn(edit, "new_string")), time, call)
    }
  }
}

const takeToolResult = (part: JsonObject, result: unknown, time: number, recorder: Recorder): void => {
  const call = textIn(part, "tool_use_id")
  const text = textOf(part["content"])
  if (part["is_error"] === true) {
    recorder.fail(call)
    const [before] = rejection.exec(text) ?? []
    if (before !== undefined) takePrompt(text.slice(before.length), time, recorder)
    return
  }
  const patch = linesOf(fieldOf(result, "structuredPatch"))
  if (patch.length > 0) recorder.settle(call, readPatchLines(patch))
  recorder.output(textIn(result, "stdout") === "" ? text : textIn(result, "stdout"), time)
}

/** Takes a message. `isPerson`: whether its prompts are a person's, and not an agent's to a subagent. */
const takeMessage = (record: JsonObject, isPerson: boolean, recorder: Recorder): void => {
  const [message, time] = [objectIn(record, "message"), timeIn(record, "timestamp")]
  const content = message["content"]
  const parts: ReadonlyArray<JsonObject> =
    typeof content === "string" ? [{ type: "text", text: content }] : asArray(content).filter(isObject)
  const isAgent = record["type"] === "assistant"
  if (isAgent) recorder.model(textIn(message, "model"))
  for (const part of parts) {
    const type = textIn(part, "type")
    if (type === "text" && isAgent) recorder.text("said", textIn(part, "text"), time)
    else if (type === "text" && isPerson) takePrompt(textIn(part, "text"), time, recorder)
    else if (type === "tool_use") takeToolUse(part, time, recorder)
    else if (type === "tool_result") takeToolResult(part, record["toolUseResult"], time, recorder)
  }
}

/**
 * Takes a record of Claude Code. Subagents' messages are in records of progress, and in files of their own, whose records
 * have `isSidechain`.
 */
export const takeClaudeCode: TakeRecord = (record, recorder) => {
  const type = textIn(record, "type")
  if (type !== "user" && type !== "assistant" && type !== "progress") return ignored.has(type)
  recorder.folder(textIn(record, "cwd"))
  recorder.branch(textIn(record, "gitBranch"))
  if (record["isSidechain"] !== true && recorder.id === "") recorder.id = textIn(record, "sessionId")
  if (type === "progress") {
    const message = objectIn(objectIn(record, "data"), "message")
    if (textIn(objectIn(record, "data"), "type") === "agent_progress") takeMessage(message, false, recorder)
    return true
  }
  if (record["isMeta"] === true || record["isCompactSummary"] === true) return true
  takeMessage(record, record["isSidechain"] !== true, recorder)
  return true
}
