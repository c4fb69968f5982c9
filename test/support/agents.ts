import { Effect } from "effect"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { isObject } from "../../src/domain/Json.ts"
import { run } from "./program.ts"
import type { TemporaryRepository } from "./TemporaryRepository.ts"

/** Time for what hooks wait for on a busy machine. */
const patient = { ULTRAGIT_HOOK_TIMEOUT: "60000" }

interface HookOptions {
  readonly client?: string
  readonly session?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a hook of an agent in a repository, with a payload in the form of Claude Code. */
export const runHook = (
  repository: Pick<TemporaryRepository, "directory">,
  payload: object,
  { client = "claude-code", env = {}, session = "one" }: HookOptions = {}
) =>
  run(["agents", "hook", "--client", client], {
    cwd: repository.directory,
    stdin: JSON.stringify({ session_id: session, cwd: repository.directory, ...payload }),
    env: { ...patient, ...env }
  })

/** The payload of a tool call. */
export const toolCall = (event: string, tool: string, input: object) => ({
  hook_event_name: event,
  tool_name: tool,
  tool_input: input
})

/** What a hook tells the model; `""` if it prints nothing. Anything but one JSON document, or an error, is a defect. */
export const tell = (repository: Pick<TemporaryRepository, "directory">, payload: object, options: HookOptions = {}) =>
  Effect.map(runHook(repository, payload, options), ({ exitCode, stderr, stdout }) => {
    if (exitCode !== 0 || stderr !== "") throw new Error(`exit code ${exitCode}: ${stderr}`)
    if (stdout === "") return ""
    const document: unknown = JSON.parse(stdout)
    const output = isObject(document) ? document["hookSpecificOutput"] : undefined
    return isObject(output) ? String(output["additionalContext"] ?? output["permissionDecisionReason"]) : stdout
  })

/** Names of the files in a folder of the private folder; empty if there is none. */
export const namesIn = (repository: Pick<TemporaryRepository, "directory">, folder: string): ReadonlyArray<string> => {
  const path = join(repository.directory, ".git/ultragit", folder)
  return existsSync(path) ? readdirSync(path) : []
}

/** A file of the private folder; `""` if there is none. */
export const textOf = (repository: Pick<TemporaryRepository, "directory">, name: string): string => {
  const path = join(repository.directory, ".git/ultragit", name)
  return existsSync(path) ? readFileSync(path, "utf8") : ""
}
