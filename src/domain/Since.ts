import { DateTime, Option } from "effect"
import { groupOf } from "./MatchGroup.ts"

const iso = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?$/
const ago = /^(\d{1,6}) ?(second|minute|hour|day|week|month|year)s?(?: ago)?$/

const units = {
  second: "seconds",
  minute: "minutes",
  hour: "hours",
  day: "days",
  week: "weeks",
  month: "months",
  year: "years"
} as const

const isUnit = (word: string): word is keyof typeof units => word in units

/** Whether a text has the form of an ISO 8601 date or time. The date itself may be invalid. */
export const isIsoTimestamp = (text: string): boolean => iso.test(text.trim())

/** Rejects dates such as February 30, which would roll over into March. */
const isDay = (text: string): boolean =>
  Option.exists(DateTime.make(text), (day) => DateTime.formatIsoDateUtc(day) === text)

/** Parses a date or time. Without an offset it is UTC; a date alone means its start. */
const parseAbsolute = (text: string): Option.Option<DateTime.DateTime> => {
  if (!isDay(text.slice(0, "2025-01-31".length))) return Option.none()
  const spelled = text.replace(" ", "T")
  return DateTime.make(/T\d{2}:\d{2}(?::[\d.]+)?$/.test(spelled) ? `${spelled}Z` : spelled)
}

const parseRelative = (text: string, now: DateTime.Utc): Option.Option<DateTime.DateTime> => {
  const found = ago.exec(text)
  if (found === null) return Option.none()
  const unit = groupOf(found, 2)
  return isUnit(unit) ? Option.some(DateTime.subtract(now, { [units[unit]]: Number(found[1]) })) : Option.none()
}

/**
 * Parses a time in the forms of `git log --since`: an ISO 8601 date or time, `2 weeks ago`, `yesterday`. Returns
 * seconds since 1970. Returns none for an invalid date, which git would silently treat as now.
 */
export const parseSince = (text: string, now: DateTime.Utc): Option.Option<number> => {
  const trimmed = text.trim()
  const words = trimmed.toLowerCase().replaceAll(/[.\s]+/g, " ")
  const time = isIsoTimestamp(trimmed)
    ? parseAbsolute(trimmed)
    : parseRelative(words === "yesterday" ? "1 day" : words, now)
  const seconds = Option.map(time, (found) => Math.floor(DateTime.toEpochMillis(found) / 1000))
  return Option.filter(seconds, Number.isFinite)
}
