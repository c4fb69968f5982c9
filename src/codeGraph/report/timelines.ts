import { formatTimestamp } from "../../domain/Instant.ts"
import type { ReportAnswer } from "../model/answers.ts"

type Escape = (text: string) => string

const width = 960
const height = 20
const tickWidth = 3

/** The last second of the year 9999. */
const maxTime = 253_402_300_799

const formatDay = (time: number): string => formatTimestamp(time * 1000).slice(0, 10)

/** A commit may name any time. */
const toPlausible = (time: number): number => Math.min(Math.max(0, time), maxTime)

/** Draws when each file was changed, one below the other on the same scale of time: a tick for each commit. */
export const drawTimelines = (timelines: ReportAnswer["timelines"], escape: Escape): string => {
  const times = timelines.flatMap((each) => each.times.map(toPlausible))
  if (times.length === 0) return "<p>No file was changed often enough.</p>"
  const first = times.reduce((a, b) => Math.min(a, b))
  const last = times.reduce((a, b) => Math.max(a, b))
  const placeOf = (time: number): number =>
    last === first ? 0 : Math.round(((time - first) / (last - first)) * (width - tickWidth))
  const rows = timelines.map(({ file_path: path, times: own }) => {
    const ticks = [...new Set(own.map((time) => placeOf(toPlausible(time))))].map(
      (x) => `<rect x="${x}" y="0" width="${tickWidth}" height="${height}"/>`
    )
    const label = `${path}: ${own.length} ${own.length === 1 ? "commit" : "commits"}`
    return `<li><code>${escape(path)}</code> <small>${own.length}</small><svg class="timeline" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${escape(label)}"><title>${escape(label)}</title>${ticks.join("")}</svg></li>`
  })
  return `<figure><ul class="timelines">${rows.join("\n")}</ul><figcaption>From ${formatDay(first)} on the left to ${formatDay(last)} on the right.</figcaption></figure>`
}
