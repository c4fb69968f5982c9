import { type JsonObject, asArray, isObject, textIn } from "../../domain/Json.ts"
import { compareTexts } from "./changedLines.ts"
import { objectIn, timeIn } from "./fields.ts"
import type { Recorder, TakeRecord } from "./Recorder.ts"

const textOf = (content: unknown): string =>
  typeof content === "string"
    ? content
    : asArray(content)
        .map((part) => (typeof part === "string" ? part : textIn(part, "text")))
        .join("")

/** The texts that a call returned. */
const outputsOf = (result: unknown): ReadonlyArray<string> =>
  asArray(result).map((part) => textIn(objectIn(objectIn(part, "functionResponse"), "response"), "output"))

const takeCall = (call: JsonObject, time: number, recorder: Recorder): void => {
  const [name, input] = [textIn(call, "name"), objectIn(call, "args")]
  recorder.tool(name)
  if (["error", "cancelled"].includes(textIn(call, "status"))) return
  const path = textIn(input, "file_path")
  if (name === "replace") {
    recorder.edit(path, compareTexts(textIn(input, "old_string"), textIn(input, "new_string")), time)
  } else if (name === "write_file") recorder.edit(path, compareTexts("", textIn(input, "content")), time)
  else if (name === "run_shell_command") for (const text of outputsOf(call["result"])) recorder.output(text, time)
}

const ignored = new Set(["info", "error", "warning"])

/** Takes a line of a chat of Gemini CLI, or a message of its older files. */
export const takeGemini: TakeRecord = (record, recorder) => {
  const [type, time] = [textIn(record, "type"), timeIn(record, "timestamp")]
  if (type === "") {
    if (recorder.id === "") recorder.id = textIn(record, "sessionId")
    if (typeof record["$rewindTo"] === "string") recorder.rewindTo(record["$rewindTo"])
    return "sessionId" in record || "$set" in record || "$rewindTo" in record
  }
  recorder.record = textIn(record, "id")
  if (type === "user") {
    const text = textOf(record["content"])
    if (!text.trimStart().startsWith("<session_context>")) recorder.text("prompt", text, time)
  } else if (type === "gemini") {
    recorder.model(textIn(record, "model"))
    recorder.text("said", textOf(record["content"]), time)
    for (const call of asArray(record["toolCalls"]).filter(isObject)) takeCall(call, time, recorder)
  } else return ignored.has(type)
  return true
}
