import { type JsonObject, isObject, textIn } from "../../domain/Json.ts"
import { readApplyPatch } from "./applyPatch.ts"
import { compareTexts } from "./changedLines.ts"
import { objectIn, timeIn } from "./fields.ts"
import type { Recorder, TakeRecord } from "./Recorder.ts"

const takeTool = (part: JsonObject, time: number, recorder: Recorder): void => {
  const [name, state] = [textIn(part, "tool"), objectIn(part, "state")]
  const input = objectIn(state, "input")
  recorder.tool(name)
  if (state["status"] !== "completed") return
  const path = textIn(input, "filePath")
  if (name === "edit" && textIn(input, "content") === "") {
    recorder.edit(path, compareTexts(textIn(input, "oldString"), textIn(input, "newString")), time)
  } else if (name === "write" || name === "edit") {
    recorder.edit(path, compareTexts("", textIn(input, "content")), time)
  } else if (name === "apply_patch" || name === "patch") {
    for (const { path: file, ...lines } of readApplyPatch(textIn(input, "patchText"))) recorder.edit(file, lines, time)
  } else if (name === "bash") recorder.output(textIn(state, "output"), time)
}

const ignored = new Set([
  "agent",
  "compaction",
  "file",
  "patch",
  "reasoning",
  "retry",
  "snapshot",
  "step-finish",
  "step-start",
  "subtask"
])

/** The text of a prompt: `opencode run` stores one of several words in quotation marks. */
const promptOf = (text: string): string => /^"([^"]*)"\s*$/.exec(text)?.[1] ?? text

/** Takes a part of a message of OpenCode, as `{ message, part, time }`, or a whole message of `opencode export`. */
export const takeOpenCode: TakeRecord = (record, recorder) => {
  const [message, time] = [objectIn(record, "message"), timeIn(record, "time")]
  const part = record["part"]
  if (!isObject(part)) return false
  recorder.folder(textIn(objectIn(message, "path"), "cwd"))
  recorder.model(textIn(message, "modelID"))
  const type = textIn(part, "type")
  if (type === "text") {
    const isPrompt = message["role"] === "user"
    const text = textIn(part, "text")
    if (part["synthetic"] === true || part["ignored"] === true) return true
    recorder.text(isPrompt ? "prompt" : "said", isPrompt ? promptOf(text) : text, time)
  } else if (type === "tool") takeTool(part, time, recorder)
  else return ignored.has(type)
  return true
}
