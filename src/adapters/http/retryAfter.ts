import { DateTime, Effect, Option } from "effect"

/** Parses the wait in seconds from `retry-after-ms` or `retry-after`, which is a number of seconds or a date. */
export const parseRetryAfter = Effect.fnUntraced(function* (headers: Readonly<Record<string, string | undefined>>) {
  const milliseconds = Number.parseFloat(headers["retry-after-ms"] ?? "")
  if (milliseconds >= 0) return Option.some(milliseconds / 1000)
  const text = headers["retry-after"] ?? ""
  if (/^\d+(?:\.\d+)?$/.test(text)) return Option.some(Number.parseFloat(text))
  const now = yield* DateTime.now
  const date = /^[A-Z][a-z]{2,8}, /.test(text) ? DateTime.make(text) : Option.none()
  return Option.map(date, (then) => Math.max(0, (DateTime.toEpochMillis(then) - DateTime.toEpochMillis(now)) / 1000))
})
