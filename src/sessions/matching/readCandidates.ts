import { Effect, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { takeBefore } from "../../domain/Text.ts"
import { readBoundary } from "../../lineage/readBoundary.ts"
import type { Session } from "../transcripts/Session.ts"
import { type Candidate, Candidates } from "./Candidates.ts"
import { toKey } from "./lines.ts"

/** Maximum bytes read of one patch. */
const maxPatchBytes = 8 * 1024 * 1024
/** Maximum commits that are compared, newest first. */
const maxCommits = 20_000
/** How long before the first edit a commit may have been made by a clock that is behind. */
const marginMillis = 86_400_000

/** The keys of all lines that sessions added. */
const keysOf = (sessions: ReadonlyArray<Session>): ReadonlySet<string> => {
  const keys = new Set<string>()
  for (const { entries } of sessions) {
    for (const entry of entries) if (entry.kind === "edit") for (const line of entry.added) keys.add(toKey(line))
  }
  keys.delete("")
  return keys
}

/** The time of the earliest edit; undefined without one that has a time. */
const firstEditMillis = (sessions: ReadonlyArray<Session>): number | undefined => {
  const times = sessions.flatMap(({ entries }) =>
    entries.flatMap((entry) => (entry.kind === "edit" && entry.time > 0 ? [entry.time] : []))
  )
  return times.length === 0 ? undefined : times.reduce((a, b) => Math.min(a, b))
}

/**
 * Lists the commits since a time, without merges and those whose change a shallow clone does not know: those of HEAD, and those
 * that only local branches have.
 */
const listCommits = Effect.fnUntraced(function* (sinceMillis: number | undefined) {
  const git = yield* Git
  const head = yield* git.resolveCommit("HEAD")
  const tips = (yield* git.refs(["refs/heads/"])).filter(({ name }) => !name.startsWith("refs/heads/entire/"))
  const since = sinceMillis === undefined ? {} : { since: `${Math.floor((sinceMillis - marginMillis) / 1000)}` }
  const walk = { merges: false, maxCount: maxCommits, ...since }
  const reachable = yield* git.walk({ from: [head], ...walk })
  const others = yield* git.walk({ from: tips.map(({ commit }) => commit), exclude: [head], ...walk })
  const boundary = yield* readBoundary
  const listed = [
    ...reachable.map((id) => ({ id, isReachable: true })),
    ...others.map((id) => ({ id, isReachable: false }))
  ]
  return listed.filter(({ id }) => !boundary.has(id))
})

/** Reads the commits that may have come of some sessions, with the lines that they add. */
export const readCandidates = Effect.fn("Sessions.readCandidates")(function* (sessions: ReadonlyArray<Session>) {
  const git = yield* Git
  const wanted = keysOf(sessions)
  const listed = wanted.size === 0 ? [] : yield* listCommits(firstEditMillis(sessions))
  const metadata = yield* git.commits(listed.map(({ id }) => id))
  const commits = listed
    .flatMap(({ id, isReachable }, index): ReadonlyArray<Candidate> => {
      const found = metadata[index]
      if (found === undefined || Option.isNone(found)) return []
      const { authorTime, committerTime, message } = found.value
      const times = { authorMillis: authorTime * 1000, committerMillis: committerTime * 1000 }
      return [{ id, isReachable, subject: takeBefore(message, "\n").trim(), ...times }]
    })
    .toSorted((a, b) => a.committerMillis - b.committerMillis)
  const candidates = new Candidates(commits, wanted)
  const decoder = new TextDecoder()
  yield* git.patches(
    commits.map(({ id }) => id),
    { maxBytes: maxPatchBytes },
    ({ bytes, commit }) => candidates.take(commit, decoder.decode(bytes))
  )
  return candidates
})
