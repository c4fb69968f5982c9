import { Cause, Effect, Logger } from "effect"
import { Environment } from "./Environment.ts"
import { escapeControls, jsonText } from "../../domain/Text.ts"

const levels = ["All", "Trace", "Debug", "Info", "Warn", "Error", "Fatal", "None"] as const
type Level = (typeof levels)[number]

const formatMessage = (message: unknown): string =>
  (Array.isArray(message) ? message : [message])
    .map((part: unknown) => (typeof part === "string" ? part : jsonText(part)))
    .join(" ")

/** Writes one line per message on standard error, such as `warn: …`, followed by its cause. */
export const logger = Logger.withConsoleError(
  Logger.make(({ cause, logLevel, message }) => {
    const line = `${logLevel.toLowerCase()}: ${escapeControls(formatMessage(message))}`
    return cause.reasons.length === 0
      ? line
      : `${line}\n${Cause.pretty(cause).split("\n").map(escapeControls).join("\n")}`
  })
)

/** The log level of `ULTRAGIT_LOG`, case-insensitive; `Warn` if it is unset or invalid. */
export const logLevelFromEnvironment: Effect.Effect<Level> = Effect.gen(function* () {
  const lower = ((yield* Environment)["ULTRAGIT_LOG"] ?? "").trim().toLowerCase()
  const named = lower === "warning" ? "warn" : lower
  const level = levels.find((known) => known.toLowerCase() === named)
  return level ?? "Warn"
})
