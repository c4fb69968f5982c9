import { DateTime, Effect, Option } from "effect"
import { type PrivateFiles, privateFiles } from "../../adapters/git/PrivateFiles.ts"
import { escapeControls } from "../../domain/Text.ts"

/** One answer of a hook. Nothing of it leaves the machine. */
export interface UsageEntry {
  readonly client: string
  readonly event: string
  readonly outcome: "told" | "denied" | "silent" | "timeout"
  /** From the start of the process, in milliseconds. */
  readonly millis: number
  readonly tokens: number
  /** `file:unit` of what was told, or is edited. */
  readonly units: ReadonlyArray<string>
  readonly session: string
}

/** The event of lines about calls of tools. */
export const toolEvent = "tool"
export const usageName = "agents/usage.jsonl"
export const errorsName = "agents/errors.log"
const maxBytes = 1024 * 1024

/** Appends a line to a file that is limited in size: half of it is dropped when it is full, and all of it when it is too large to read. Ignores failures. */
const appendLine = Effect.fnUntraced(
  function* (files: PrivateFiles, name: string, line: string) {
    const info = yield* files.stat(name)
    if (Option.exists(info, ({ size }) => size + line.length > maxBytes)) {
      const kept = yield* Effect.orElseSucceed(files.readText(name, 4 * maxBytes), Option.none<string>)
      const before = Option.getOrElse(kept, () => "")
      const rest = before.slice(-maxBytes / 2)
      return yield* files.write(name, `${rest.slice(rest.indexOf("\n") + 1)}${line}`)
    }
    return yield* files.append(name, line)
  },
  (work) => Effect.ignore(work)
)

/** Records an answer, for `agents status --usage`. */
export const recordUsage = Effect.fnUntraced(function* (commonDirectory: string, entry: UsageEntry) {
  const line = JSON.stringify({ time: DateTime.formatIso(yield* DateTime.now), ...entry })
  yield* appendLine(privateFiles(commonDirectory), usageName, `${line}\n`)
})

/** A call of a tool by an agent. */
export interface CallEntry {
  readonly tool: string
  readonly isError: boolean
}

/** Records a call of a tool, for `agents status --usage`, in a repository where a hook has run. */
export const recordCall = Effect.fnUntraced(function* (commonDirectory: string, { isError, tool }: CallEntry) {
  const files = privateFiles(commonDirectory)
  if (Option.isNone(yield* Effect.orElseSucceed(files.stat(usageName), Option.none))) return
  const line = JSON.stringify({
    time: DateTime.formatIso(yield* DateTime.now),
    event: toolEvent,
    tool,
    outcome: isError ? "failed" : "answered"
  })
  yield* appendLine(files, usageName, `${line}\n`)
})

/** Records why a hook said nothing, for `agents status`. */
export const recordError = Effect.fnUntraced(function* (commonDirectory: string, message: string) {
  const line = `${DateTime.formatIso(yield* DateTime.now)} ${escapeControls(message).slice(0, 1000)}\n`
  yield* appendLine(privateFiles(commonDirectory), errorsName, line)
})
