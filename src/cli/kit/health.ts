import { Effect } from "effect"
import type { Check } from "../../setup/doctor/Check.ts"
import { doctor } from "../../setup/doctor/doctor.ts"
import { show } from "../../setup/doctor/show.ts"
import { status, type StatusOutcome } from "../../setup/doctor/status.ts"
import { escapeJson, jsonText } from "../../domain/Text.ts"
import { encodeNote } from "../../notes/format/encode.ts"
import { surface } from "./answer.ts"
import { endWith } from "./ExitCode.ts"
import { exitCodes } from "./failures.ts"
import { counted, printOutcome } from "./outcome.ts"
import { writeError, writeOutput } from "./output.ts"
import { renderNote } from "../render/note.ts"
import { linesAsMarkdown } from "../render/print.ts"

const worst = (checks: ReadonlyArray<Check>): Check["status"] =>
  (["fail", "warn"] as const).find((one) => checks.some(({ status: found }) => found === one)) ?? "pass"

const checkWords = ({ fix, message, name, status: found }: Check): ReadonlyArray<string> => [
  `${found}  ${name}: ${message}`,
  ...(fix === undefined ? [] : fix.split("\n").map((line, index) => `      ${index === 0 ? "-> " : "   "}${line}`))
]

/** Looks at everything, says what it found, and ends with 1 where something does not work. */
export const printDoctor = Effect.fnUntraced(function* (input: { readonly json: boolean }) {
  const checks = yield* doctor((text) => writeError(`${text}\n`))
  const document = { $schema: "ultragit-doctor/v1", status: worst(checks), checks }
  yield* printOutcome({ document, lines: checks.flatMap(checkWords) }, input.json)
  if (worst(checks) === "fail") yield* endWith(exitCodes.failure)
})

const hookWords: Record<StatusOutcome["hooks"], string> = {
  installed: "Hooks are installed.",
  incomplete: "Hooks are not all in order: ultragit doctor",
  none: "No hooks: ultragit init"
}

const queueWords = ({ queue }: StatusOutcome): ReadonlyArray<string> => [
  ...(queue.waiting === 0 ? [] : [`${counted(queue.waiting, "hook event")} waiting.`]),
  ...(queue.failed === 0 ? [] : [`${counted(queue.failed, "hook event")} failed: ultragit doctor`])
]

const statusWords = (found: StatusOutcome): ReadonlyArray<string> => [
  `${counted(found.notes, "note")} in ${found.ref}.`,
  `${found.recent.annotated} of the last ${counted(found.recent.commits, "commit")} annotated (merges left out).`,
  hookWords[found.hooks],
  ...(found.sync.length === 0 ? ["Notes are not shared."] : []),
  ...found.sync.map(
    ({ ahead, behind, remote }) => `Shared with ${remote}: ${ahead} ahead, ${behind} behind when last seen.`
  ),
  ...(found.context ? ["Facts wait for the next commit: ultragit context show"] : []),
  ...queueWords(found)
]

/** Says in a few figures how the repository stands. */
export const printStatus = Effect.fnUntraced(function* (input: { readonly json: boolean }) {
  const found = yield* status()
  const { context, hooks, notes, queue, recent, ref } = found
  const sync = found.sync.map(({ ahead, behind, remote }) => ({ remote, ahead, behind }))
  const document = { $schema: "ultragit-status/v1", ref, notes, recent, hooks, sync, context_pending: context, queue }
  yield* printOutcome({ document, lines: statusWords(found) }, input.json)
})

interface ShowInput {
  readonly commit: string
  readonly format: "markdown" | "json" | "pretty"
  readonly json: boolean
}

/** Shows the note of a commit: as it reads, or the JSON that would be written. */
export const printNote = Effect.fnUntraced(function* (input: ShowInput) {
  const note = yield* show(input.commit)
  const format = input.json ? "json" : input.format
  yield* Effect.forEach(note.warnings, (warning) => Effect.logWarning(warning), { discard: true })
  if (format === "markdown") {
    return yield* writeOutput(`${linesAsMarkdown(renderNote(note.annotation), yield* surface)}\n`)
  }
  const text = encodeNote(note.recorded, note.document)
  return yield* writeOutput(format === "pretty" ? escapeJson(text) : `${jsonText(JSON.parse(text))}\n`)
})
