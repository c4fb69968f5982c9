import { existsSync } from "node:fs"
import { join } from "node:path"
import type { Facts } from "./facts.ts"
import { git } from "./plainGit.ts"

/** One current line from `git blame --porcelain`. */
export interface BlamedLine {
  readonly line: number
  /** Undefined for an uncommitted line. */
  readonly commit: string | undefined
  /** Path and line in that commit. */
  readonly path: string
  readonly origin: number
  /** Author time of that commit. */
  readonly time: number
}

interface Known {
  path: string
  time: number
}

const header = /^([0-9a-f]{40,64}) (\d+) (\d+)/

const parse = (output: string): ReadonlyArray<BlamedLine> => {
  const known = new Map<string, Known>()
  const lines: Array<BlamedLine> = []
  let id = ""
  let origin = 0
  let line = 0
  for (const text of output.split("\n")) {
    const found = header.exec(text)
    const details = known.get(id)
    if (text.startsWith("\t")) {
      lines.push({
        line,
        commit: /^0+$/.test(id) ? undefined : id,
        path: details?.path ?? "",
        origin,
        time: details?.time ?? 0
      })
    } else if (found !== null) {
      id = found[1] ?? ""
      origin = Number(found[2])
      line = Number(found[3])
      if (!known.has(id)) known.set(id, { path: "", time: 0 })
    } else if (details !== undefined && text.startsWith("filename ")) details.path = text.slice(9)
    else if (details !== undefined && text.startsWith("author-time ")) details.time = Number(text.slice(12))
  }
  return lines
}

const kept = new Map<string, ReadonlyArray<BlamedLine>>()

/** Blames every line of a file in the work tree, or in the commit for a question about a revision or a missing file. */
export const blameOf = (facts: Facts, path: string): ReadonlyArray<BlamedLine> => {
  const key = `${facts.directory}\0${facts.rev ?? ""}\0${facts.commit}\0${path}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const isInWorkTree = facts.rev === undefined && existsSync(join(facts.directory, path))
  const revision = isInWorkTree ? [] : [facts.commit]
  const found = parse(git(facts.directory, ["blame", "--porcelain", ...revision, "--", path]))
  kept.set(key, found)
  return found
}
