import { type Severity, severities } from "../../codeIndex/model/findings.ts"
import type { Finding } from "../model/answers.ts"

/** A finding that is more severe than it was. */
export type WorseFinding = Finding & { readonly was: Severity }

/** How the findings of two states of the code differ. */
export interface FindingsChange {
  readonly added: ReadonlyArray<Finding>
  readonly fixed: ReadonlyArray<Finding>
  readonly worse: ReadonlyArray<WorseFinding>
}

/** What stays of a finding when its definition moves to another file. */
const contentOf = ({ detector, name = "", title }: Finding): string => [detector, name, title].join("\0")

/** Takes away from `findings` one for each of `others` with the same content: they only moved. */
const withoutMoved = (findings: ReadonlyArray<Finding>, others: ReadonlyArray<Finding>): ReadonlyArray<Finding> => {
  const counts = new Map<string, number>()
  for (const each of others) counts.set(contentOf(each), (counts.get(contentOf(each)) ?? 0) + 1)
  return findings.filter((each) => {
    const left = counts.get(contentOf(each)) ?? 0
    counts.set(contentOf(each), left - 1)
    return left <= 0
  })
}

/**
 * Compares findings by their ids. One that is gone from a file and is found as it was in another has moved, and is neither
 * added nor fixed.
 */
export const compareFindings = (before: ReadonlyArray<Finding>, now: ReadonlyArray<Finding>): FindingsChange => {
  const known = new Map(before.map((each) => [each.id, each]))
  const present = new Set(now.map(({ id }) => id))
  const added = now.filter(({ id }) => !known.has(id))
  const fixed = before.filter(({ id }) => !present.has(id))
  return {
    added: withoutMoved(added, fixed),
    fixed: withoutMoved(fixed, added),
    worse: now.flatMap((each) => {
      const was = known.get(each.id)?.severity
      return was !== undefined && severities.indexOf(each.severity) < severities.indexOf(was) ? [{ ...each, was }] : []
    })
  }
}
