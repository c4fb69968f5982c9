import { DateTime, Effect, FileSystem, Option } from "effect"
import { escapeControls } from "../../domain/Text.ts"
import { textOf } from "./queue.ts"

const maxBytes = 256 * 1024

/** The newer half of a log that has grown too long, from a line's beginning. */
const halved = (text: string): string => {
  const rest = text.slice(-maxBytes / 2)
  return rest.slice(rest.indexOf("\n") + 1)
}

/** Adds a line with the time to the log, which never grows beyond 256 KiB. A log that cannot be written is no failure. */
export const logLine = Effect.fnUntraced(
  function* (file: string, text: string) {
    const files = yield* FileSystem.FileSystem
    const line = `${DateTime.formatIso(yield* DateTime.now)} ${escapeControls(text).slice(0, 2000)}\n`
    const info = yield* Effect.option(files.stat(file))
    if (Option.isSome(info) && info.value.size + BigInt(4 * line.length) > maxBytes) {
      const before = Option.getOrElse(yield* textOf(file), () => "")
      yield* files.writeFileString(`${file}.new`, halved(before))
      yield* files.rename(`${file}.new`, file)
    }
    yield* files.writeFileString(file, line, { flag: "a" })
  },
  (work) => Effect.ignore(work)
)
