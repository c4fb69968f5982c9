/**
 * A language model that follows a script, in the formats of the four interfaces that agents use. What it does next follows
 * from how many of its tools' results are in the request.
 */
import type { ReceivedRequest, Reply } from "../../test/support/ModelServer.ts"
import { asArray, fieldOf, isObject, textIn } from "../../src/domain/Json.ts"

/** What the model does: one call of a tool, or, where there is no more to do, its last words. */
export type Step =
  | { readonly kind: "read"; readonly path: string }
  | { readonly kind: "edit"; readonly path: string; readonly before: string; readonly after: string }
  | { readonly kind: "command"; readonly command: string }

/** A script: before each call it says why it does it. */
export interface Script {
  readonly steps: ReadonlyArray<Step & { readonly saying: string }>
  readonly lastWords: string
}

interface Call {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>> | string
}

/** What one answer consists of. */
interface Turn {
  readonly saying: string
  readonly call: Call | undefined
  readonly id: string
}

const event = (data: object): string => {
  const name = "type" in data ? `event: ${String(data.type)}\n` : ""
  return `${name}data: ${JSON.stringify(data)}\n\n`
}

const reply = (events: ReadonlyArray<object>, end = ""): Reply => ({ pieces: [...events.map(event), end] })

const namesOfTools = ({ body }: ReceivedRequest): ReadonlyArray<string> =>
  asArray(body.tools).flatMap((tool) => [
    textIn(tool, "name"),
    textIn(fieldOf(tool, "function"), "name"),
    ...asArray(fieldOf(tool, "functionDeclarations")).map((each) => textIn(each, "name"))
  ])

const countResults = (messages: unknown, isResult: (part: unknown) => boolean): number =>
  asArray(messages)
    .flatMap((message) => [message, ...asArray(fieldOf(message, "content")), ...asArray(fieldOf(message, "parts"))])
    .filter(isResult).length

/** Finds the turn that comes after so many results. */
const turnAfter = (script: Script, results: number, callOf: (step: Step) => Call): Turn => {
  const step = script.steps[results]
  const id = `call_${results}`
  return step === undefined
    ? { saying: script.lastWords, call: undefined, id }
    : { saying: step.saying, call: callOf(step), id }
}

const claudeCall = (step: Step): Call => {
  if (step.kind === "read") return { tool: "Read", input: { file_path: step.path } }
  if (step.kind === "command") return { tool: "Bash", input: { command: step.command, description: "Run it" } }
  return { tool: "Edit", input: { file_path: step.path, old_string: step.before, new_string: step.after } }
}

/** The events of one block of a message. */
const block = (index: number, content: object, delta: object) => [
  { type: "content_block_start", index, content_block: content },
  { type: "content_block_delta", index, delta },
  { type: "content_block_stop", index }
]

const anthropic = (script: Script, { body }: ReceivedRequest): Reply => {
  const results = countResults(body.messages, (part) => textIn(part, "type") === "tool_result")
  const { call, id, saying } = turnAfter(script, results, claudeCall)
  const usage = { input_tokens: 10, output_tokens: 10 }
  const message = { id: `msg_${results}`, type: "message", role: "assistant", model: body.model, content: [], usage }
  return reply([
    { type: "message_start", message: { ...message, stop_reason: null, stop_sequence: null } },
    ...block(0, { type: "text", text: "" }, { type: "text_delta", text: saying }),
    ...(call === undefined
      ? []
      : block(
          1,
          { type: "tool_use", id, name: call.tool, input: {} },
          { type: "input_json_delta", partial_json: JSON.stringify(call.input) }
        )),
    { type: "message_delta", delta: { stop_reason: call === undefined ? "end_turn" : "tool_use" }, usage },
    { type: "message_stop" }
  ])
}

const patchOf = ({ after, before, path }: Extract<Step, { kind: "edit" }>): string =>
  [
    "*** Begin Patch",
    `*** Update File: ${path}`,
    "@@",
    ...before.split("\n").map((line) => `-${line}`),
    ...after.split("\n").map((line) => `+${line}`),
    "*** End Patch",
    ""
  ].join("\n")

const codexCall =
  (tools: ReadonlyArray<string>) =>
  (step: Step): Call => {
    if (step.kind === "edit") return { tool: "apply_patch", input: patchOf(step) }
    const command = step.kind === "read" ? `cat ${step.path}` : step.command
    if (tools.includes("exec_command")) return { tool: "exec_command", input: { cmd: command } }
    if (tools.includes("shell_command")) return { tool: "shell_command", input: { command } }
    return { tool: "shell", input: { command: ["bash", "-lc", command] } }
  }

const isResponseOutput = (part: unknown) => /^(?:function|custom_tool)_call_output$/.test(textIn(part, "type"))

const responses = (script: Script, request: ReceivedRequest): Reply => {
  const results = countResults(request.body["input"], isResponseOutput)
  const { call, id, saying } = turnAfter(script, results, codexCall(namesOfTools(request)))
  const message = {
    type: "message",
    role: "assistant",
    id: `msg_${results}`,
    content: [{ type: "output_text", text: saying }]
  }
  const called =
    call === undefined
      ? []
      : [
          typeof call.input === "string"
            ? { type: "custom_tool_call", call_id: id, name: call.tool, input: call.input }
            : { type: "function_call", call_id: id, name: call.tool, arguments: JSON.stringify(call.input) }
        ]
  const usage = { input_tokens: 10, output_tokens: 10, total_tokens: 20 }
  return reply([
    { type: "response.created", response: { id: `resp_${results}` } },
    ...[message, ...called].map((item) => ({ type: "response.output_item.done", item })),
    { type: "response.completed", response: { id: `resp_${results}`, usage } }
  ])
}

const geminiCall = (step: Step): Call => {
  if (step.kind === "read") return { tool: "read_file", input: { file_path: step.path } }
  if (step.kind === "command") return { tool: "run_shell_command", input: { command: step.command } }
  const { after, before, path } = step
  return {
    tool: "replace",
    input: { file_path: path, old_string: before, new_string: after, instruction: "Change it" }
  }
}

const gemini = (script: Script, request: ReceivedRequest): Reply => {
  const results = countResults(request.body["contents"], (part) => isObject(fieldOf(part, "functionResponse")))
  const { call, saying } = turnAfter(script, results, geminiCall)
  const parts = [
    { text: saying },
    ...(call === undefined ? [] : [{ functionCall: { name: call.tool, args: call.input } }])
  ]
  const candidate = { content: { role: "model", parts }, finishReason: "STOP", index: 0 }
  const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 }
  const answer = { candidates: [candidate], usageMetadata }
  const isStream = request.path.includes("streamGenerateContent")
  return isStream
    ? reply([answer])
    : { headers: { "content-type": "application/json" }, pieces: [JSON.stringify(answer)] }
}

const openCodeCall = (step: Step): Call => {
  if (step.kind === "read") return { tool: "read", input: { filePath: step.path } }
  if (step.kind === "command") return { tool: "bash", input: { command: step.command, description: "Run it" } }
  return { tool: "edit", input: { filePath: step.path, oldString: step.before, newString: step.after } }
}

const chatCompletions = (script: Script, { body }: ReceivedRequest): Reply => {
  const results = countResults(body.messages, (message) => textIn(message, "role") === "tool")
  const { call, id, saying } = turnAfter(script, results, openCodeCall)
  const chunk = (delta: object, finish: string | null) => ({
    id: `chat_${results}`,
    object: "chat.completion.chunk",
    created: 0,
    model: body.model,
    choices: [{ index: 0, delta, finish_reason: finish }]
  })
  const calls =
    call === undefined
      ? []
      : [{ index: 0, id, type: "function", function: { name: call.tool, arguments: JSON.stringify(call.input) } }]
  return reply(
    [
      chunk({ role: "assistant", content: saying }, null),
      ...(calls.length === 0 ? [] : [chunk({ tool_calls: calls }, null)]),
      chunk({}, calls.length === 0 ? "stop" : "tool_calls")
    ],
    "data: [DONE]\n\n"
  )
}

/** Answers a request as the model that follows the script. Requests without tools, for titles and the like, get a word. */
export const answerByScript = (script: Script, request: ReceivedRequest): Reply => {
  const path = request.path.replace(/\?.*/, "")
  const given = namesOfTools(request).length > 0 ? script : { steps: [], lastWords: "Pool" }
  if (path.endsWith("/messages")) return anthropic(given, request)
  if (path.endsWith("/responses")) return responses(given, request)
  if (path.endsWith("/chat/completions")) return chatCompletions(given, request)
  if (path.toLowerCase().includes("generatecontent")) return gemini(given, request)
  return { status: 404, headers: { "content-type": "application/json" }, pieces: ["{}"] }
}
