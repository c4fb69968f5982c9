import { DateTime, Effect, Option } from "effect"
import { escapeControls } from "../../domain/Text.ts"
import type { PrivateFiles } from "../../adapters/git/PrivateFiles.ts"
import { logName } from "./queue.ts"

const maxBytes = 256 * 1024

/** The newer half of a log that has grown too long, from a line's beginning. */
const halved = (text: string): string => {
  const rest = text.slice(-maxBytes / 2)
  return rest.slice(rest.indexOf("\n") + 1)
}

/**
 * Adds a line with the time to the log, which never grows beyond 256 KiB; where the log is a link, or anything else that is
 * not the program's alone, a new file takes its place. A log that cannot be written is no failure.
 */
export const logLine = Effect.fnUntraced(
  function* (files: PrivateFiles, text: string) {
    const line = `${DateTime.formatIso(yield* DateTime.now)} ${escapeControls(text).slice(0, 2000)}\n`
    const info = yield* files.stat(logName)
    const isFull = Option.exists(info, ({ size }) => size + 4 * line.length > maxBytes)
    if (!isFull) return yield* files.append(logName, line).pipe(Effect.catch(() => files.write(logName, line)))
    const before = Option.flatten(yield* Effect.option(files.readText(logName, 4 * maxBytes)))
    yield* files.write(logName, `${halved(Option.getOrElse(before, () => ""))}${line}`)
  },
  (work) => Effect.ignore(work)
)
