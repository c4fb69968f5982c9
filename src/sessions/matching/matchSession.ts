import type { ObjectId } from "../../domain/ObjectId.ts"
import type { Session, SessionEdit } from "../transcripts/Session.ts"
import type { Candidate, Candidates } from "./Candidates.ts"
import { isSamePath, toKey } from "./lines.ts"

/** An edit and the lines of it that a commit added. */
export interface MatchedEdit {
  /** Position among the entries of the session. */
  readonly entry: number
  readonly edit: SessionEdit
  /** Path in the commit. */
  readonly path: string
  /** Keys of the lines. */
  readonly keys: ReadonlySet<string>
}

/** A commit that came of a session. */
export interface SessionMatch {
  readonly commit: ObjectId
  readonly edits: ReadonlyArray<MatchedEdit>
  /** How much speaks for it. */
  readonly weight: number
}

/** The commits of a session, and what waits for one. */
export interface MatchedSession {
  readonly matches: ReadonlyArray<SessionMatch>
  /** Number of edits that no commit has. */
  readonly unmatched: number
}

/** How far a commit's clock may be behind that of the machine of the session. */
const maxSkewMillis = 60_000
/** Time between an edit and its commit after which a line in common is a coincidence. */
const maxAgeMillis = 45 * 86_400_000
/** Weight that a commit must reach: about so many lines that no other commit adds. */
const minWeight = 2
/** The same for a commit made soon after the edits that adds little else. */
const minSmallWeight = 0.5
const soonMillis = 2 * 3_600_000
const minCover = 0.5
/** Weight that it needs in addition for each hour between the edits and the commit. */
const weightPerHour = 0.25
/** The same for a commit that the session itself made. */
const minNamedWeight = 0.4
/** Part of the value of a line whose file has another path in the commit. */
const otherPath = 0.25

/** Git keeps seconds. */
const secondMillis = 1000

interface Claim {
  readonly ageMillis: number
  /** Whether the commit was authored before the edit: by a clock that is behind, or it was amended later. */
  readonly isEarlier: boolean
  /** Whether the file has the same path in the commit. */
  readonly isSame: boolean
  readonly candidate: number
  readonly path: string
  readonly value: number
}

/** When a commit was made, for an edit: a rebase keeps the author time, an amend keeps it from before the edit. */
const timeFor = ({ authorMillis, committerMillis }: Candidate, editMillis: number): number =>
  authorMillis + maxSkewMillis >= editMillis ? authorMillis : committerMillis

/** Whether a commit was authored before an edit. */
const isBefore = ({ authorMillis }: Candidate, editMillis: number): boolean => authorMillis + secondMillis <= editMillis

/** Commits authored after the edit come first, then those of the history of HEAD, then the earliest. */
const isBetter = (a: Candidate, b: Candidate, editMillis: number): boolean => {
  if (isBefore(a, editMillis) !== isBefore(b, editMillis)) return isBefore(b, editMillis)
  return a.isReachable === b.isReachable ? timeFor(a, editMillis) < timeFor(b, editMillis) : a.isReachable
}

/** The value of a line: the fewer commits add it, the more. */
const valueOf = (key: string, occurrences: number): number => Math.min(1, key.length / 24) / Math.max(1, occurrences)

/** Finds the commit that took over a line of an edit: the first one after it. */
const claimLine = (key: string, edit: SessionEdit, candidates: Candidates): Claim | undefined => {
  const found = candidates.find(key).flatMap(({ candidate, path }) => {
    const commit = candidates.commits[candidate]
    if (commit === undefined) return []
    const made = timeFor(commit, edit.time)
    const isInTime = edit.time === 0 || (made + maxSkewMillis >= edit.time && made - edit.time <= maxAgeMillis)
    return isInTime ? [{ candidate, path, commit, isSame: isSamePath(edit.path, path) }] : []
  })
  const same = found.filter(({ isSame }) => isSame)
  const fitting = same.length > 0 ? same : found
  const [first, ...others] = fitting
  if (first === undefined) return undefined
  const best = others.reduce((a, b) => (isBetter(b.commit, a.commit, edit.time) ? b : a), first)
  const twins = new Set(fitting.map(({ commit }) => `${commit.authorMillis} ${commit.subject}`)).size
  const value = valueOf(key, twins) * (best.isSame ? 1 : otherPath)
  const ageMillis = edit.time === 0 ? 0 : Math.max(0, timeFor(best.commit, edit.time) - edit.time)
  const isEarlier = edit.time > 0 && isBefore(best.commit, edit.time)
  return { candidate: best.candidate, path: best.path, value, ageMillis, isEarlier, isSame: best.isSame }
}

/**
 * Finds the commits that took over the lines of an edit. One that was authored before the edit gets lines only where no
 * later commit has any of the same file, and none that the session had written before (`written`): a write of the whole
 * file repeats them.
 */
const claimLines = (edit: SessionEdit, candidates: Candidates, written: Set<string>): ReadonlyMap<string, Claim> => {
  const claims = new Map<string, Claim>()
  for (const key of new Set(edit.added.map(toKey).filter((each) => each !== ""))) {
    const claim = claimLine(key, edit, candidates)
    if (claim !== undefined && !(claim.isEarlier && written.has(`${edit.path}\n${key}`))) claims.set(key, claim)
    written.add(`${edit.path}\n${key}`)
  }
  const hasLater = [...claims.values()].some(({ isEarlier, isSame }) => isSame && !isEarlier)
  return hasLater ? new Map([...claims].filter(([, { isEarlier }]) => !isEarlier)) : claims
}

interface Collected {
  weight: number
  /** Time between the last of the edits and the commit. */
  ageMillis: number
  readonly keys: Set<string>
  readonly edits: Map<string, MatchedEdit & { readonly keys: Set<string> }>
}

/** Gives each line of the session's edits to one commit. */
const collect = (session: Session, candidates: Candidates) => {
  const byCandidate = new Map<number, Collected>()
  const written = new Set<string>()
  session.entries.forEach((edit, entry) => {
    if (edit.kind !== "edit") return
    for (const [key, claim] of claimLines(edit, candidates, written)) {
      const to: Collected = byCandidate.get(claim.candidate) ?? {
        weight: 0,
        ageMillis: claim.ageMillis,
        keys: new Set(),
        edits: new Map()
      }
      byCandidate.set(claim.candidate, to)
      const whole = `${claim.path}\n${key}`
      if (!to.keys.has(whole)) to.weight += claim.value
      to.ageMillis = Math.min(to.ageMillis, claim.ageMillis)
      to.keys.add(whole)
      const at = `${entry} ${claim.path}`
      const matched = to.edits.get(at) ?? { entry, edit, path: claim.path, keys: new Set<string>() }
      matched.keys.add(key)
      to.edits.set(at, matched)
    }
  })
  return byCandidate
}

/** Whether the session made this commit, by what git reported to it. A rebase changes the id, not the subject. */
const isNamed = (session: Session, { authorMillis, id, subject }: Candidate): boolean =>
  session.entries.some(
    (entry) =>
      entry.kind === "commit" &&
      (id.startsWith(entry.abbreviatedId) ||
        (entry.subject === subject && Math.abs(entry.time - authorMillis) <= maxSkewMillis * 10))
  )

/** Returns the weight that a commit must reach. */
const neededWeight = (session: Session, candidate: Candidate, { ageMillis, keys }: Collected, size: number): number => {
  if (isNamed(session, candidate)) return minNamedWeight
  const isSmall = ageMillis <= soonMillis && keys.size >= size * minCover
  return isSmall ? minSmallWeight : minWeight + (ageMillis / 3_600_000) * weightPerHour
}

/**
 * Matches the edits of a session with commits, by the lines that both add: content first, then path, then time. A line
 * belongs to the first commit after the edit; commits of the history of HEAD go before others.
 */
export const matchSession = (session: Session, candidates: Candidates): MatchedSession => {
  const byCandidate = collect(session, candidates)
  const matches = [...byCandidate].flatMap(([position, collected]): ReadonlyArray<SessionMatch> => {
    const candidate = candidates.commits[position]
    if (candidate === undefined) return []
    const { edits, weight } = collected
    const needed = neededWeight(session, candidate, collected, candidates.size(position))
    return weight < needed ? [] : [{ commit: candidate.id, edits: [...edits.values()], weight }]
  })
  const matched = new Set(matches.flatMap(({ edits }) => edits.map(({ entry }) => entry)))
  const all = session.entries.filter(({ kind }) => kind === "edit").length
  return { matches, unmatched: all - matched.size }
}
