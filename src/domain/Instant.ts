import { DateTime, Option } from "effect"

/** The moment an ISO 8601 timestamp means, in milliseconds since 1970; before all others when there is none such. */
export const toEpochMillis = (timestamp: string): number =>
  Option.match(DateTime.make(timestamp.replace(/([+-]\d{2})(\d{2})$/, "$1:$2")), {
    onNone: () => Number.NEGATIVE_INFINITY,
    onSome: (time) => time.epochMilliseconds
  })

/** Orders timestamps by the moment they mean; of two spellings of one moment, by the spelling. */
export const compareTimestamps = (a: string, b: string): number => {
  if (a === b) return 0
  const [first, second] = [toEpochMillis(a), toEpochMillis(b)]
  if (first !== second) return first < second ? -1 : 1
  return a < b ? -1 : 1
}

/** The later of two timestamps. */
export const laterTimestamp = (a: string, b: string): string => (compareTimestamps(a, b) < 0 ? b : a)

/** A moment as notes have it: ISO 8601 in UTC, whole seconds. */
export const formatTimestamp = (milliseconds: number): string =>
  DateTime.formatIso(DateTime.makeUnsafe(Math.floor(milliseconds / 1000) * 1000)).replace(".000Z", "Z")
