import { Layer, Logger, type LogLevel, References } from "effect"
import { escapeJson } from "../../domain/Text.ts"

/** Logs to standard error as one line of JSON per entry, from `level` up. */
export const serverLog = (level: LogLevel.LogLevel): Layer.Layer<never> =>
  Layer.mergeAll(
    Logger.layer([Logger.withConsoleError(Logger.map(Logger.formatJson, escapeJson))]),
    Layer.succeed(References.MinimumLogLevel, level)
  )
