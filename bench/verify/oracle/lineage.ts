import type { Region } from "../../../src/domain/Annotation.ts"
import type { Facts } from "./facts.ts"
import { git, gitHolds } from "./plainGit.ts"

/** One commit of `git log --follow`, newest first. */
export interface Followed {
  readonly commit: string
  readonly path: string
  /** The source path if the commit renamed or copied the file. */
  readonly from: string | undefined
}

const followed = new Map<string, ReadonlyArray<Followed>>()

/** Lists the commits that changed a file with `git log --follow`. */
export const follow = (facts: Facts, path: string): ReadonlyArray<Followed> => {
  const key = `${facts.directory}\0${facts.commit}\0${path}`
  const known = followed.get(key)
  if (known !== undefined) return known
  const args = ["log", "--follow", "--name-status", "--format=%x01%H", facts.commit, "--", path]
  let current = path
  const found = git(facts.directory, args)
    .split("\u0001")
    .slice(1)
    .map((record): Followed => {
      const [commit = "", ...rest] = record.split("\n").filter((line) => line !== "")
      const [, first, second] = rest[0]?.split("\t") ?? []
      const here = second ?? first ?? current
      current = second === undefined ? here : (first ?? here)
      return { commit, path: here, from: second === undefined ? undefined : first }
    })
  followed.set(key, found)
  return found
}

const ancestry = new Map<string, boolean>()

const isAncestor = (facts: Facts, older: string, newer: string): boolean => {
  const key = `${facts.directory}\0${older}\0${newer}`
  const known = ancestry.get(key) ?? gitHolds(facts.directory, ["merge-base", "--is-ancestor", older, newer])
  ancestry.set(key, known)
  return known
}

/** A path of the file, with the commits that introduced and replaced it. */
interface Stay {
  readonly path: string
  readonly since: string | undefined
  readonly until: string | undefined
}

const staysOf = (facts: Facts, path: string): ReadonlyArray<Stay> => {
  const stays: Array<Stay> = []
  let until: string | undefined
  let here = path
  for (const { commit, from, path: there } of follow(facts, path)) {
    if (from === undefined) continue
    stays.push({ path: there, since: commit, until })
    until = commit
    here = from
  }
  return [...stays, { path: here, since: undefined, until }]
}

/** Lists every path of a file, including the current one. */
export const pathsOf = (facts: Facts, path: string): ReadonlySet<string> =>
  new Set([path, ...staysOf(facts, path).map((stay) => stay.path)])

const isBefore = (facts: Facts, commit: string, boundary: string): boolean =>
  commit !== boundary && isAncestor(facts, commit, boundary)

/**
 * Whether a path in the note of a commit was the file's path at that commit: history has the commit with that path, or
 * the file at that path later became this file.
 */
export const isFileAt = (facts: Facts, path: string, named: string, commit: string): boolean =>
  follow(facts, path).some((change) => change.commit === commit && change.path === named) ||
  staysOf(facts, path).some(
    (stay) =>
      stay.path === named &&
      (stay.until === undefined || isBefore(facts, commit, stay.until)) &&
      (stay.since === undefined || !isBefore(facts, commit, stay.since))
  )

/** The lines that `git log -L` reports for a commit. */
export interface LinesAt {
  readonly commit: string
  readonly path: string
  readonly start: number
  readonly end: number
}

const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/

/** Parses one commit of `git log -L`. Skips the bodies of hunks by the counts in their headers. */
const rangesIn = (commit: string, lines: ReadonlyArray<string>): ReadonlyArray<LinesAt> => {
  const found: Array<LinesAt> = []
  let path = ""
  let removed = 0
  let added = 0
  for (const line of lines) {
    if (removed > 0 || added > 0) {
      if (line.startsWith("+") || line.startsWith(" ")) added -= 1
      if (line.startsWith("-") || line.startsWith(" ")) removed -= 1
      continue
    }
    const numbers = hunk.exec(line)
    if (line.startsWith("+++ ")) path = line.replace(/^\+\+\+ (?:b\/)?/, "").replace(/\t$/, "")
    if (numbers === null) continue
    removed = Number(numbers[1] ?? "1")
    added = Number(numbers[3] ?? "1")
    const start = Number(numbers[2])
    if (added > 0) found.push({ commit, path, start, end: start + added - 1 })
  }
  return found
}

/** Lists the lines of a range in every commit that changed them, with `git log -L`. */
export const lineHistory = (
  facts: Facts,
  path: string,
  range: { readonly start: number; readonly end: number }
): ReadonlyArray<LinesAt> =>
  git(facts.directory, ["log", `-L${range.start},${range.end}:${path}`, "--format=%x01%H", facts.commit])
    .split(/\u0001(?=[0-9a-f]{40,64}\n)/)
    .slice(1)
    .flatMap((record) => {
      const [commit = "", ...lines] = record.split("\n")
      return rangesIn(commit, lines)
    })

/** Whether a region's lines overlap those that line history reports for its commit. */
export const isTouched = (region: Region, commit: string, found: ReadonlyArray<LinesAt>): boolean =>
  found.some(
    (lines) =>
      lines.commit === commit &&
      lines.path === region.file &&
      lines.start <= region.lines.end &&
      region.lines.start <= lines.end
  )
