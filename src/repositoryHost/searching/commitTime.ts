import { formatTimestamp } from "../../domain/Instant.ts"

/** Latest second that a date can show; commits may claim any. */
const maxSeconds = 8_640_000_000_000

/** Seconds since 1970 as ISO 8601 in UTC. */
export const toIso = (seconds: number): string =>
  formatTimestamp(Math.min(Math.max(Number.isFinite(seconds) ? seconds : 0, -maxSeconds), maxSeconds) * 1000)

/** Minutes of a time in UTC, as the original indexes them: `202601312359`. */
export const toMinutes = (seconds: number): string => toIso(seconds).replace(/[-T:]/g, "").slice(0, 12)
