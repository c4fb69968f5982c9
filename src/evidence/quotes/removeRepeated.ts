import type { Evidence } from "../../domain/Evidence.ts"
import { withoutRequest } from "../messages/references.ts"

const isSameLines = (a: Evidence, b: Evidence): boolean =>
  a.lines.length === b.lines.length &&
  a.lines.every(({ end, start }, at) => b.lines[at]?.start === start && b.lines[at].end === end)

/** Whether an entry says what another, better one says, too. */
const isRepeatedBy = (entry: Evidence, better: Evidence): boolean =>
  isSameLines(entry, better) &&
  withoutRequest(entry.subject) === withoutRequest(better.subject) &&
  entry.links.every((link) => better.links.includes(link))

/** What may replace the subject of a commit: other tools' notes and decisions only borrow it. */
const replacing: ReadonlySet<Evidence["kind"]> = new Set(["commit", "merge", "changeset", "pull_request"])

const isBetter = (other: Evidence, entry: Evidence): boolean =>
  replacing.has(other.kind) && (other.quality !== "names_only" || other.links.length > entry.links.length)

/**
 * Removes entries with a subject only that another entry of the same lines has, too: the commit of a changeset, and the
 * only commit of a pull request, whose merge has its title.
 */
export const removeRepeated = (entries: ReadonlyArray<Evidence>): ReadonlyArray<Evidence> =>
  entries.filter(
    (entry) =>
      entry.quality !== "names_only" ||
      !entries.some((other) => other !== entry && isBetter(other, entry) && isRepeatedBy(entry, other))
  )
