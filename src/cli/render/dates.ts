import { DateTime, Option } from "effect"

const toIso = (seconds: number): string =>
  Option.match(DateTime.make(seconds * 1000), { onNone: () => "", onSome: (time) => DateTime.formatIso(time) })

/** The day of a time in seconds since 1970, UTC. */
export const formatDay = (seconds: number): string => toIso(seconds).slice(0, "2025-01-31".length)

/** `2025-01-31 12:00 UTC` of a time in seconds since 1970. */
export const formatMinute = (seconds: number): string =>
  `${toIso(seconds).slice(0, "2025-01-31T12:00".length).replace("T", " ")} UTC`
