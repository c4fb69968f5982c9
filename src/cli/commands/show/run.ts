import { Effect } from "effect"
import { show } from "../../../setup/doctor/show.ts"
import { escapeJson, jsonText } from "../../../domain/Text.ts"
import { encodeNote } from "../../../notes/format/encode.ts"
import { outputSurface } from "../../kit/answer.ts"
import { writeOutput } from "../../kit/output.ts"
import { pageOutput } from "../../kit/pager.ts"
import { renderNote } from "../../render/note.ts"
import { linesAsMarkdown } from "../../render/print.ts"

interface ShowInput {
  readonly commit: string
  readonly format: "markdown" | "json" | "pretty"
  readonly json: boolean
}

/** Prints the note of a commit: as Markdown with corrections applied, or as the recorded JSON. */
export const printNote = Effect.fnUntraced(function* (input: ShowInput) {
  const note = yield* show(input.commit)
  const format = input.json ? "json" : input.format
  yield* Effect.forEach(note.warnings, (warning) => Effect.logWarning(warning), { discard: true })
  if (format === "markdown") {
    return yield* pageOutput(`${linesAsMarkdown(renderNote(note.annotation), yield* outputSurface)}\n`)
  }
  const text = encodeNote(note.recorded, note.document)
  return yield* writeOutput(format === "pretty" ? escapeJson(text) : `${jsonText(JSON.parse(text))}\n`)
})
