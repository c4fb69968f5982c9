import { DateTime, Option } from "effect"

/** Converts an ISO 8601 timestamp to milliseconds since 1970; an invalid one becomes negative infinity. */
export const toEpochMillis = (timestamp: string): number =>
  Option.match(DateTime.make(timestamp.replace(/([+-]\d{2})(\d{2})$/, "$1:$2")), {
    onNone: () => Number.NEGATIVE_INFINITY,
    onSome: (time) => time.epochMilliseconds
  })

/** Compares timestamps by time; two spellings of the same time compare as strings. */
export const compareTimestamps = (a: string, b: string): number => {
  if (a === b) return 0
  const [first, second] = [toEpochMillis(a), toEpochMillis(b)]
  if (first !== second) return first < second ? -1 : 1
  return a < b ? -1 : 1
}

/** Returns the later of two timestamps. */
export const laterTimestamp = (a: string, b: string): string => (compareTimestamps(a, b) < 0 ? b : a)

/** Formats a time as notes store it: ISO 8601 in UTC, whole seconds. */
export const formatTimestamp = (milliseconds: number): string =>
  DateTime.formatIso(DateTime.makeUnsafe(Math.floor(milliseconds / 1000) * 1000)).replace(".000Z", "Z")

/** A timestamp; where it is not later than another one, the second after that. */
export const advancePast = (timestamp: string, other: string): string => {
  const time = DateTime.make(other)
  return compareTimestamps(timestamp, other) > 0 || Option.isNone(time)
    ? timestamp
    : formatTimestamp(time.value.epochMilliseconds + 1000)
}
