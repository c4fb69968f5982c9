import { DateTime, Effect, Option } from "effect"
import { DateMalformed, ExchangeError } from "../../../sharing/exchange/ExchangeError.ts"
import { exportFile } from "../../../sharing/exchange/exportFile.ts"
import { type Exported, exportNotes, type Progress } from "../../../sharing/exchange/exportNotes.ts"
import { parseSince } from "../../../domain/Since.ts"
import { escapeControls, formatCount } from "../../../domain/Text.ts"
import { printResult } from "../../kit/result.ts"
import { writeOutput } from "../../kit/output.ts"
import { makeProgressBar } from "../../kit/progressBar.ts"

/** Flags of `ultragit export`. */
export interface ExportFlags {
  readonly path: ReadonlyArray<string>
  readonly since: Option.Option<string>
  readonly output: Option.Option<string>
  readonly patchIds: boolean
  readonly json: boolean
}

/** A shorter export shows no progress. */
const quietMillis = 1000

const parseSinceFlag = Effect.fnUntraced(function* (text: Option.Option<string>) {
  if (Option.isNone(text)) return Option.none<number>()
  const time = parseSince(text.value, yield* DateTime.now)
  return Option.isSome(time)
    ? time
    : yield* new ExchangeError({ reason: new DateMalformed({ text: text.value.slice(0, 100) }) })
})

const logUnreadable = ({ unreadable }: Exported) =>
  Effect.forEach(unreadable, (sentence) => Effect.logWarning(escapeControls(sentence)), { discard: true })

/** Exports to standard output, or to a file and prints how many notes. */
export const printExport = Effect.fnUntraced(function* (flags: ExportFlags) {
  const input = { paths: flags.path, since: yield* parseSinceFlag(flags.since), patchIds: flags.patchIds }
  const bar = yield* makeProgressBar(quietMillis)
  const progress: Progress = (done, total) => (done < total ? bar.show({ done, total, note: "notes" }) : bar.clear)
  if (Option.isNone(flags.output) || flags.output.value === "-") {
    const exported = yield* exportNotes(input, writeOutput, progress)
    yield* logUnreadable(exported)
    return exported.notes === 0 ? yield* Effect.logWarning(`No notes to export in ${exported.ref}.`) : undefined
  }
  const file = flags.output.value
  const exported = yield* exportFile(input, file, progress)
  const { notes, ref, unreadable } = exported
  const document = { $schema: "ultragit-export/v1", ref, notes, unreadable: unreadable.length, file }
  yield* printResult(
    { document, lines: [`Exported ${formatCount(notes, "note")} to ${file}.`], warnings: unreadable },
    flags.json
  )
})
