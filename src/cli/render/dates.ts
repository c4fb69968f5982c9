import { DateTime, Option } from "effect"

const toIso = (seconds: number): string =>
  Option.match(DateTime.make(seconds * 1000), { onNone: () => "", onSome: (time) => DateTime.formatIso(time) })

/** Formats the day (UTC) of a time in seconds since 1970. */
export const formatDay = (seconds: number): string => toIso(seconds).slice(0, "2025-01-31".length)

/** Formats a time in seconds since 1970 as `2025-01-31 12:00 UTC`. */
export const formatMinute = (seconds: number): string =>
  `${toIso(seconds).slice(0, "2025-01-31T12:00".length).replace("T", " ")} UTC`
