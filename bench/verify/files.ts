import { filesOf } from "./oracle/facts.ts"
import { gitLines } from "./oracle/plainGit.ts"

/** Files of a repository, grouped by why questions about them are interesting. */
export interface Files {
  /** Recently changed. */
  readonly recent: ReadonlyArray<string>
  /** Longest unchanged. */
  readonly old: ReadonlyArray<string>
  readonly renamed: ReadonlyArray<string>
  /** With the most notes. */
  readonly busy: ReadonlyArray<string>
  /** With notes, but deleted in HEAD. */
  readonly deleted: ReadonlyArray<string>
  readonly all: ReadonlyArray<string>
}

const usable = (path: string): boolean =>
  /^[\w./@+ -]+$/.test(path) && /\.(?:[cm]?[jt]sx?|py|rs|go|md|json)$/.test(path)

/** Lists paths by their last change, newest first, and the new paths of renames. */
const walk = (directory: string) => {
  const changed = new Set<string>()
  const renamed = new Set<string>()
  for (const line of gitLines(directory, ["log", "-M", "--name-status", "--format=", "HEAD"])) {
    const [status = "", first = "", second] = line.split("\t")
    changed.add(second ?? first)
    if (status.startsWith("R") && second !== undefined) renamed.add(second)
  }
  return { changed: [...changed], renamed }
}

/** Groups the files of HEAD. `noted` lists the file of each region of each note. */
export const sortFiles = (directory: string, noted: ReadonlyArray<string>): Files => {
  const all = filesOf(directory, "HEAD").filter(usable)
  const present = new Set(all)
  const counts = new Map<string, number>()
  for (const file of noted) counts.set(file, (counts.get(file) ?? 0) + 1)
  const ranked = [...counts].toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1)).map(([file]) => file)
  const { changed, renamed } = walk(directory)
  const kept = changed.filter((file) => present.has(file))
  return {
    recent: kept.slice(0, 80),
    old: kept.slice(-80),
    renamed: kept.filter((file) => renamed.has(file) && counts.has(file)).slice(0, 400),
    busy: ranked.filter((file) => present.has(file)).slice(0, 40),
    deleted: ranked.filter((file) => usable(file) && !present.has(file)).slice(0, 200),
    all
  }
}
