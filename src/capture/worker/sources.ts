import type { ObjectId } from "../../domain/ObjectId.ts"
import type { CarryInto } from "../../rewrite/carry/carry.ts"
import { commitLines } from "../../rewrite/hooks/queue.ts"

/** One line for each commit made in a rebase: its id, and what was picked by hand into it, if so. */
export interface Made {
  readonly commit: ObjectId
  readonly picked: ReadonlyArray<ObjectId>
}

const kinds = ["cherry-pick", "revert", "squash"] as const

/** What `prepare-commit-msg` noted of what git had under way: lines `cherry-pick <id>`, `revert <id>`, or `squash <id>`, newest first. */
export const notedIn = (pending: string): CarryInto | undefined => {
  const kind = kinds.find((one) => pending.startsWith(`${one} `))
  const sources = commitLines(pending).flat()
  return kind === undefined || sources.length === 0 ? undefined : { kind, sources: sources.toReversed() }
}

const patterns: ReadonlyArray<readonly [CarryInto["kind"], RegExp]> = [
  ["cherry-pick", /^\(cherry picked from commit ((?:[0-9a-f]{24})?[0-9a-f]{40})\)$/gm],
  ["revert", /^This reverts commit ((?:[0-9a-f]{24})?[0-9a-f]{40})\b/gm]
]

/**
 * What git itself writes into messages; of several picks the last one is where this commit came from. A message may have
 * been used again for something else.
 */
export const toldIn = (message: string): CarryInto | undefined => {
  for (const [kind, pattern] of patterns) {
    const lines = [...message.matchAll(pattern)].map(([, id = ""]) => id).join("\n")
    const sources = commitLines(lines).flat()
    if (sources.length > 0) return { kind, sources: kind === "revert" ? sources : sources.slice(-1) }
  }
  return undefined
}

/** Commits that a trace names without proving that anything came from them: a message used again, a mail's first line. */
export const namedIn = (pending: string): ReadonlyArray<ObjectId> =>
  pending.startsWith("named ") ? commitLines(pending).flat() : []

/** The commits made in a rebase, in order. */
export const madeIn = (text: string): ReadonlyArray<Made> =>
  text.split("\n").flatMap((line) => {
    const [ids = []] = commitLines(line)
    const [commit, ...others] = ids
    return commit === undefined ? [] : [{ commit, picked: / cherry-pick /.test(line) ? others : [] }]
  })
