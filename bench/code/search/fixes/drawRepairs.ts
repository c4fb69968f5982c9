import { execFileSync } from "node:child_process"
import { languages } from "../../../../src/adapters/parser/languages.ts"
import { isAsidePath } from "../../../../src/domain/pathConventions.ts"
import { saysRepair, toIssue } from "./messages.ts"
import type { Repair } from "./Repair.ts"

/** Steps of the main line that are looked at, newest first. */
const maxSteps = 2_500
/** Files of code that a repair changes. */
const maxFiles = 5
/** Lines that it adds and removes: more are a rewrite. */
const maxLines = 400
/** Words of a text that says something. */
const minWords = 4

const extensions = new Set(languages.flatMap((language) => language.extensions))

/** Whether a path is that of code, and of no test, example or document. */
export const isSource = (path: string): boolean =>
  extensions.has(/\.[^./]+$/.exec(path)?.[0].toLowerCase() ?? "") && !isAsidePath(path)

export const runGit = (directory: string, ...args: ReadonlyArray<string>): string =>
  execFileSync("git", ["-C", directory, "-c", "core.quotePath=false", ...args], {
    encoding: "utf8",
    maxBuffer: 1 << 30
  })

/** A change of a file, by its lines; `status`: `M` if the file existed before and afterwards. */
interface Change {
  readonly path: string
  readonly status: string
  readonly lines: number
}

const parseChanges = (text: string): ReadonlyArray<Change> => {
  const lines = new Map<string, number>()
  const changes: Array<Change> = []
  for (const line of text.split("\n")) {
    const counted = /^(\d+|-)\t(\d+|-)\t(.+)$/.exec(line)
    const named = /^ (create|delete) mode \d+ (.+)$/.exec(line)
    if (counted?.[3] !== undefined) lines.set(counted[3], Number(counted[1]) + Number(counted[2]))
    if (named?.[2] !== undefined) changes.push({ path: named[2], status: named[1] ?? "", lines: 0 })
  }
  const created = new Set(changes.map(({ path }) => path))
  for (const [path, count] of lines) if (!created.has(path)) changes.push({ path, status: "M", lines: count })
  return changes
}

const parseStep = (record: string): Repair | undefined => {
  const [head = "", message = "", changed = ""] = record.split("\u0001")
  const [commit = "", parent, ...others] = head.split(" ")
  const text = toIssue(message)
  if (parent === undefined || !saysRepair(text) || (text.match(/\p{L}{2,}/gu)?.length ?? 0) < minWords) return undefined
  const changes = parseChanges(changed).filter(({ path }) => isSource(path))
  const files = changes.filter(({ status }) => status === "M").map(({ path }) => path)
  const lines = changes.reduce((sum, change) => sum + change.lines, 0)
  if (files.length === 0 || changes.length > maxFiles || lines > maxLines) return undefined
  return { commit, parent, text, isPullRequest: others.length > 0, files }
}

/**
 * Draws repairs from a clone, evenly spread over the newest steps of its main line: commits without merges, and merges whose message is that of
 * a pull request, with all that they bring.
 */
export const drawRepairs = (directory: string, revision: string, count: number): ReadonlyArray<Repair> => {
  const format = "--format=%x00%H %P%x01%B%x01"
  const walk = ["--first-parent", "--diff-merges=first-parent", "--no-renames", "-n", String(maxSteps)]
  const found = runGit(directory, "log", ...walk, "--numstat", "--summary", format, revision)
    .split("\0")
    .flatMap((record) => parseStep(record) ?? [])
  const step = Math.max(1, found.length / count)
  return Array.from({ length: Math.min(count, found.length) }, (_, at) => found[Math.floor(at * step)]).flatMap(
    (repair) => repair ?? []
  )
}

/** The lines of files before a change that it changes or adds lines after, by path. */
export const readChangedLines = (directory: string, { commit, files, parent }: Repair) => {
  const patch = runGit(directory, "diff", "--no-renames", "--unified=0", parent, commit, "--", ...files)
  const lines = new Map<string, Array<number>>()
  let path = ""
  for (const line of patch.split("\n")) {
    const old = /^--- a\/(.+)$/.exec(line)
    const hunk = /^@@ -(\d+)(?:,(\d+))? /.exec(line)
    if (old?.[1] !== undefined) path = old[1]
    if (hunk === null) continue
    const [start, length] = [Number(hunk[1]), Number(hunk[2] ?? 1)]
    const changed = Array.from({ length: Math.max(1, length) }, (_, at) => start + at)
    lines.set(path, [...(lines.get(path) ?? []), ...changed])
  }
  return lines
}
