import { isAbsolute } from "node:path"
import { Option } from "effect"
import { asArray, fieldOf, isObject, parseJson, textIn } from "../../domain/Json.ts"
import type { AgentEvent, CommandRun, HookClient, Place } from "./AgentEvent.ts"
import { findCommits } from "./findCommits.ts"
import { parsePatch } from "./parsePatch.ts"

type Fields = Pick<AgentEvent, "client" | "name" | "session" | "agent" | "folder">

/** What the events of all clients mean, by their names in lower case. */
const moments: ReadonlyMap<string, "start" | "before" | "after" | "compaction" | "end"> = new Map([
  ["sessionstart", "start"],
  ["pretooluse", "before"],
  ["beforetool", "before"],
  ["posttooluse", "after"],
  ["aftertool", "after"],
  ["precompact", "compaction"],
  ["precompress", "compaction"],
  ["stop", "end"],
  ["agentstop", "end"],
  ["afteragent", "end"],
  ["sessionend", "end"]
])

const readTools = new Set(["read", "read_file", "view", "read_many_files"])
const editTools = new Set([
  "edit",
  "write",
  "multiedit",
  "replace",
  "write_file",
  "create",
  "str_replace",
  "str_replace_editor",
  "search_replace",
  "edit_file"
])
const patchTools = new Set(["apply_patch", "patch"])
const commandTools = new Set(["bash", "shell", "powershell", "run_shell_command", "exec_command", "shell_command"])

/** The clients whose model sees text that a hook gives before the tool runs. */
const reachedBefore: ReadonlySet<HookClient> = new Set(["claude-code", "codex"])

/** Returns the first text under one of these names. */
const firstText = (value: unknown, names: ReadonlyArray<string>): string =>
  names.map((name) => textIn(value, name)).find((text) => text !== "") ?? ""

const pathNames = ["file_path", "filePath", "path", "absolute_path"]

/** Gives a text the line ends of Unix: clients show and match files of other line ends so. */
const unifyLineEnds = (text: string): string => text.replaceAll("\r\n", "\n")

const parseEdits = (input: unknown): Pick<Place, "replaced" | "replacements"> => {
  const listed = asArray(fieldOf(input, "edits"))
  const edits = (listed.length > 0 ? listed : [input]).flatMap((edit) => {
    const old = unifyLineEnds(firstText(edit, ["old_string", "oldString", "old_str"]))
    const next = unifyLineEnds(firstText(edit, ["new_string", "newString", "new_str"]))
    return old === "" ? [] : [{ old, next }]
  })
  return { replaced: edits.map(({ old }) => old), replacements: edits.map(({ next }) => next) }
}

const lineNumber = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : undefined

/** Parses which lines are read: Claude's `offset` and `limit` count from 1. */
const parseLines = (input: unknown): Pick<Place, "lines"> => {
  const start = lineNumber(fieldOf(input, "offset")) ?? lineNumber(fieldOf(input, "start_line"))
  const limit = lineNumber(fieldOf(input, "limit"))
  const last = lineNumber(fieldOf(input, "end_line"))
  if (start === undefined && limit === undefined && last === undefined) return {}
  const first = start ?? 1
  return { lines: { start: first, end: last ?? (limit === undefined ? Number.MAX_SAFE_INTEGER : first + limit - 1) } }
}

const parsePlaces = (tool: string, input: unknown): ReadonlyArray<Place> => {
  if (patchTools.has(tool))
    return parsePatch(unifyLineEnds(firstText(input, ["command", "input", "patch", "patchText"])))
  const path = firstText(input, pathNames)
  if (path === "") return []
  if (readTools.has(tool)) return [{ path, replaced: [], ...parseLines(input) }]
  const edits = parseEdits(input)
  const content = fieldOf(input, "content") ?? fieldOf(input, "file_text")
  return [{ path, ...edits, ...(typeof content === "string" ? { content: unifyLineEnds(content) } : {}) }]
}

/** Parses the arguments of a tool: an object, or the text of one. */
const parseInput = (payload: unknown): unknown => {
  const input = fieldOf(payload, "tool_input") ?? fieldOf(payload, "toolArgs")
  return typeof input === "string" ? Option.getOrUndefined(parseJson(input)) : input
}

/** Collects the texts of a tool's result: itself, those of its members, or of the JSON that it is. */
const listTexts = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") {
    const parsed = /^\s*[[{]/.test(value) ? Option.getOrUndefined(parseJson(value)) : undefined
    return isObject(parsed) || Array.isArray(parsed) ? listTexts(parsed) : [value]
  }
  return isObject(value) || Array.isArray(value) ? Object.values(value).flatMap(listTexts) : []
}

const outputNames = ["tool_response", "tool_output", "tool_result", "toolResult"]

/** Parses what a command printed. */
const parseOutput = (payload: unknown): Pick<CommandRun, "output"> => {
  const found = outputNames.map((name) => fieldOf(payload, name)).find((value) => value !== undefined && value !== null)
  return found === undefined ? {} : { output: listTexts(found).join("\n") }
}

/** Parses a tool call. Undefined for tools that are not answered, or not at this moment. */
const parseTool = (fields: Fields, payload: unknown, isAfter: boolean): AgentEvent | undefined => {
  const tool = firstText(payload, ["tool_name", "toolName"]).toLowerCase()
  const input = parseInput(payload)
  if (commandTools.has(tool)) {
    const commits = isAfter ? findCommits(firstText(input, ["command", "cmd"])) : []
    return commits.length === 0 ? undefined : { ...fields, kind: "command", commits, ...parseOutput(payload) }
  }
  const kind = readTools.has(tool) ? "read" : editTools.has(tool) || patchTools.has(tool) ? "edit" : undefined
  if (kind === undefined || (isAfter && reachedBefore.has(fields.client))) return undefined
  const places = parsePlaces(tool, input)
  return places.length === 0 ? undefined : { ...fields, kind, isAfter, places }
}

/** Returns whose form a payload has. Cursor and Copilot also run the hooks in Claude Code's files. */
const findClient = (named: HookClient, payload: unknown): HookClient => {
  if (fieldOf(payload, "conversation_id") !== undefined && fieldOf(payload, "workspace_roots") !== undefined) {
    return "cursor"
  }
  return fieldOf(payload, "toolName") === undefined ? named : "copilot"
}

/**
 * Parses what a client writes to the standard input of a hook. Undefined for events and tools that are not answered, and for
 * anything that is not such an event.
 *
 * @param named whose hook it is, by its command line
 * @param fallback event and working folder, where the payload names none
 */
export const parseEvent = (
  named: HookClient,
  text: string,
  fallback: { readonly event: string; readonly folder: string }
): AgentEvent | undefined => {
  const payload = Option.getOrUndefined(parseJson(text))
  const name = firstText(payload, ["hook_event_name", "hookEventName"]) || fallback.event
  const moment = moments.get(name.toLowerCase())
  if (moment === undefined) return undefined
  const [root] = asArray(fieldOf(payload, "workspace_roots"))
  const given = firstText(payload, ["cwd"]) || (typeof root === "string" ? root : "")
  const fields: Fields = {
    client: findClient(named, payload),
    name,
    session: firstText(payload, ["session_id", "sessionId", "conversation_id"]),
    agent: firstText(payload, ["agent_id", "agentId"]),
    folder: isAbsolute(given) ? given : fallback.folder
  }
  if (moment === "start") {
    const source = firstText(payload, ["source"])
    return { ...fields, kind: "session-start", isReset: source === "compact" || source === "clear" }
  }
  if (moment === "compaction") return { ...fields, kind: "compaction" }
  if (moment === "end") {
    const transcript = firstText(payload, ["agent_transcript_path", "transcript_path", "transcriptPath"])
    return { ...fields, kind: "session-end", ...(isAbsolute(transcript) ? { transcript } : {}) }
  }
  return parseTool(fields, payload, moment === "after")
}
