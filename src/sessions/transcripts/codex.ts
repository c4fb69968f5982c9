import { Option } from "effect"
import { type JsonObject, asArray, textIn } from "../../domain/Json.ts"
import { readApplyPatch } from "./applyPatch.ts"
import { firstTextIn, objectIn, parseObject, timeIn } from "./fields.ts"
import type { Recorder, TakeRecord } from "./Recorder.ts"

/** Texts of the user role that the client wrote: `<environment_context>`, instructions of the project. */
const generated = /^(?:<[a-z_]+>|# AGENTS\.md instructions|<user_instructions>)/
/** How a call that did nothing is reported. */
const failure = /apply_patch verification failed|^Failed to |"exit_code":\s?[1-9]|^Exit code: [1-9]|rejected by user/m

const textOf = (content: unknown): string =>
  asArray(content)
    .map((part) => textIn(part, "text"))
    .join("\n")

const takePatch = (text: string, time: number, call: string, recorder: Recorder): void => {
  for (const { path, ...lines } of readApplyPatch(text)) recorder.edit(path, lines, time, call)
}

/** The texts of a call's arguments in which a patch may be. */
const textsOfArguments = (value: string): ReadonlyArray<string> =>
  Option.match(parseObject(value), {
    onNone: () => [value],
    onSome: (given) =>
      Object.values(given).flatMap((each) =>
        typeof each === "string" ? [each] : asArray(each).filter((part) => typeof part === "string")
      )
  })

const takeItem = (item: JsonObject, time: number, recorder: Recorder): void => {
  const [type, call] = [textIn(item, "type"), textIn(item, "call_id")]
  if (type === "message") {
    const text = textOf(item["content"])
    if (item["role"] === "assistant") recorder.text("said", text, time)
    else if (item["role"] === "user" && !generated.test(text.trim())) recorder.text("prompt", text, time)
  } else if (type === "function_call" || type === "custom_tool_call") {
    recorder.tool(textIn(item, "name"))
    for (const text of textsOfArguments(firstTextIn(item, "arguments", "input"))) {
      takePatch(text, time, call, recorder)
    }
  } else if (type === "function_call_output" || type === "custom_tool_call_output") {
    const output = textIn(item, "output") === "" ? textOf(item["output"]) : textIn(item, "output")
    if (failure.test(output)) recorder.fail(call)
    else recorder.output(Option.match(parseObject(output), { onNone: () => output, onSome: printed }), time)
  }
}

/** The text that older versions wrapped into JSON. */
const printed = (output: JsonObject): string => textIn(output, "output")

const ignored = new Set(["event_msg", "compacted", "ghost_snapshot", "token_usage_record", "world_state"])

/** Takes a line of a rollout of Codex. Its events repeat what its response items say. */
export const takeCodex: TakeRecord = (record, recorder) => {
  const [type, payload] = [textIn(record, "type"), objectIn(record, "payload")]
  if (type === "session_meta") {
    if (recorder.id === "") recorder.id = textIn(payload, "id")
    recorder.folder(textIn(payload, "cwd"))
    recorder.branch(textIn(objectIn(payload, "git"), "branch"))
  } else if (type === "turn_context") {
    recorder.folder(textIn(payload, "cwd"))
    recorder.model(textIn(payload, "model"))
  } else if (type === "response_item") takeItem(payload, timeIn(record, "timestamp"), recorder)
  else return ignored.has(type)
  return true
}
