import { Option } from "effect"
import { type JsonObject, asArray, isObject, textIn } from "../../domain/Json.ts"
import { readApplyPatch } from "./applyPatch.ts"
import { compareTexts } from "./changedLines.ts"
import { firstTextIn, objectIn, parseObject, timeIn } from "./fields.ts"
import type { Recorder, TakeRecord } from "./Recorder.ts"

const argumentsOf = (request: JsonObject): JsonObject => {
  const given = request["arguments"]
  if (isObject(given)) return given
  return Option.getOrElse(parseObject(textIn(request, "arguments")), () => ({}))
}

const takeRequest = (request: JsonObject, time: number, recorder: Recorder): void => {
  const [name, call, input] = [textIn(request, "name"), textIn(request, "toolCallId"), argumentsOf(request)]
  recorder.tool(name)
  const kind = name === "str_replace_editor" ? textIn(input, "command") : name
  const path = firstTextIn(input, "path", "file_path")
  if (kind === "create") recorder.edit(path, compareTexts("", textIn(input, "file_text")), time, call)
  else if (kind === "edit" || kind === "str_replace") {
    recorder.edit(path, compareTexts(textIn(input, "old_str"), textIn(input, "new_str")), time, call)
  } else if (kind === "insert") recorder.edit(path, compareTexts("", textIn(input, "new_str")), time, call)
  else if (kind === "apply_patch") {
    const patch = firstTextIn(input, "patch", "input")
    for (const { path: file, ...lines } of readApplyPatch(patch === "" ? textIn(request, "arguments") : patch)) {
      recorder.edit(file, lines, time, call)
    }
  }
}

const takeCompletion = (data: JsonObject, time: number, recorder: Recorder): void => {
  const result = objectIn(data, "result")
  const isFailed =
    data["success"] === false || ["failure", "error", "rejected", "denied"].includes(textIn(result, "result_type"))
  if (isFailed) recorder.fail(textIn(data, "toolCallId"))
  else recorder.output(firstTextIn(result, "text_result_for_llm", "content", "detailedContent"), time)
}

/** Types of events that are used; others of the same families are ignored. */
const families = /^(?:session|user|assistant|tool|subagent|hook|skill|system|permission|abort|command|external_tool)\b/

/** Takes an event of Copilot CLI. */
export const takeCopilot: TakeRecord = (record, recorder) => {
  const [type, data, time] = [textIn(record, "type"), objectIn(record, "data"), timeIn(record, "timestamp")]
  if (type === "session.start" || type === "session.resume") {
    if (recorder.id === "") recorder.id = textIn(data, "sessionId")
    recorder.folder(textIn(objectIn(data, "context"), "cwd"))
    recorder.branch(textIn(objectIn(data, "context"), "branch"))
    recorder.model(textIn(data, "selectedModel"))
  } else if (type === "session.model_change") recorder.model(textIn(data, "newModel"))
  else if (type === "user.message") recorder.text("prompt", textIn(data, "content"), time)
  else if (type === "assistant.message") {
    recorder.model(textIn(data, "model"))
    recorder.text("said", textIn(data, "content"), time)
    for (const request of asArray(data["toolRequests"]).filter(isObject)) takeRequest(request, time, recorder)
  } else if (type === "tool.execution_complete") takeCompletion(data, time, recorder)
  else return families.test(type)
  return true
}
