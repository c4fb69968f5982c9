import { DateTime, Option } from "effect"

const iso = (seconds: number): string =>
  Option.match(DateTime.make(seconds * 1000), { onNone: () => "", onSome: (time) => DateTime.formatIso(time) })

/** The day of a time in seconds since 1970, UTC. */
export const dayOf = (seconds: number): string => iso(seconds).slice(0, "2025-01-31".length)

/** `2025-01-31 12:00 UTC` of a time in seconds since 1970. */
export const minuteOf = (seconds: number): string =>
  `${iso(seconds).slice(0, "2025-01-31T12:00".length).replace("T", " ")} UTC`
