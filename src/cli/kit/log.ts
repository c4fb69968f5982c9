import { Cause, Effect, Logger } from "effect"
import { Environment } from "./Environment.ts"
import { escapeControls, jsonText } from "../../domain/Text.ts"

const levels = ["All", "Trace", "Debug", "Info", "Warn", "Error", "Fatal", "None"] as const
type Level = (typeof levels)[number]

const formatMessage = (message: unknown): string =>
  (Array.isArray(message) ? message : [message])
    .map((part: unknown) => (typeof part === "string" ? part : jsonText(part)))
    .join(" ")

/** One line each on standard error: `warn: …`, with what a cause has to tell below it. */
export const logger = Logger.withConsoleError(
  Logger.make(({ cause, logLevel, message }) => {
    const line = `${logLevel.toLowerCase()}: ${escapeControls(formatMessage(message))}`
    return cause.reasons.length === 0
      ? line
      : `${line}\n${Cause.pretty(cause).split("\n").map(escapeControls).join("\n")}`
  })
)

/** `ULTRAGIT_LOG`, a level without regard to case; `Warn` when it is absent or no level. */
export const logLevelFromEnvironment: Effect.Effect<Level> = Effect.gen(function* () {
  const lower = ((yield* Environment)["ULTRAGIT_LOG"] ?? "").trim().toLowerCase()
  const named = lower === "warning" ? "warn" : lower
  const level = levels.find((known) => known.toLowerCase() === named)
  return level ?? "Warn"
})
