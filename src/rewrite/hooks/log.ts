import { DateTime, Effect, Option } from "effect"
import { escapeControls } from "../../domain/Text.ts"
import type { PrivateFiles } from "../../adapters/git/PrivateFiles.ts"
import { logName } from "./queue.ts"

const maxBytes = 256 * 1024

/** Returns the newer half of a log, from the start of a line. */
const newerHalf = (text: string): string => {
  const rest = text.slice(-maxBytes / 2)
  return rest.slice(rest.indexOf("\n") + 1)
}

/**
 * Appends a timestamped line to the log, which is limited to 256 KiB. If the log cannot be appended to, for example
 * because it is a link, replaces it with a new file. Ignores failures.
 */
export const logLine = Effect.fnUntraced(
  function* (files: PrivateFiles, text: string) {
    const line = `${DateTime.formatIso(yield* DateTime.now)} ${escapeControls(text).slice(0, 2000)}\n`
    const info = yield* files.stat(logName)
    const isFull = Option.exists(info, ({ size }) => size + 4 * line.length > maxBytes)
    if (!isFull) return yield* files.append(logName, line).pipe(Effect.catch(() => files.write(logName, line)))
    const before = Option.flatten(yield* Effect.option(files.readText(logName, 4 * maxBytes)))
    yield* files.write(logName, `${newerHalf(Option.getOrElse(before, () => ""))}${line}`)
  },
  (work) => Effect.ignore(work)
)
