import type { ObjectId } from "../../domain/ObjectId.ts"
import type { CarryInto } from "../../rewrite/carry/carry.ts"
import { commitLines } from "../../rewrite/hooks/queue.ts"

/** A commit made in a rebase, and the commits that were cherry-picked into it manually. */
interface RebaseCommit {
  readonly commit: ObjectId
  readonly picked: ReadonlyArray<ObjectId>
}

const kinds = ["cherry-pick", "revert", "squash"] as const

/** Parses the operation that `prepare-commit-msg` recorded: lines `cherry-pick <id>`, `revert <id>` or `squash <id>`, newest first. */
export const parsePending = (pending: string): CarryInto | undefined => {
  const kind = kinds.find((one) => pending.startsWith(`${one} `))
  const sources = commitLines(pending).flat()
  return kind === undefined || sources.length === 0 ? undefined : { kind, sources: sources.toReversed() }
}

const patterns: ReadonlyArray<readonly [CarryInto["kind"], RegExp]> = [
  ["cherry-pick", /^\(cherry picked from commit ((?:[0-9a-f]{24})?[0-9a-f]{40})\)$/gm],
  ["revert", /^This reverts commit ((?:[0-9a-f]{24})?[0-9a-f]{40})\b/gm]
]

/**
 * Parses the sources that git writes into commit messages. Of several cherry-pick lines only the last one counts. The
 * result is not certain: a message may have been reused for another commit.
 */
export const parseMessage = (message: string): CarryInto | undefined => {
  for (const [kind, pattern] of patterns) {
    const lines = [...message.matchAll(pattern)].map(([, id = ""]) => id).join("\n")
    const sources = commitLines(lines).flat()
    if (sources.length > 0) return { kind, sources: kind === "revert" ? sources : sources.slice(-1) }
  }
  return undefined
}

/** Parses commits that are only candidates, from a reused message or the first line of a mailed patch. */
export const parseNamedCommits = (pending: string): ReadonlyArray<ObjectId> =>
  pending.startsWith("named ") ? commitLines(pending).flat() : []

/** Parses the commits made in a rebase, in order. */
export const parseRebaseCommits = (text: string): ReadonlyArray<RebaseCommit> =>
  text.split("\n").flatMap((line) => {
    const [ids = []] = commitLines(line)
    const [commit, ...others] = ids
    return commit === undefined ? [] : [{ commit, picked: / cherry-pick /.test(line) ? others : [] }]
  })
