import type { Annotation } from "../../../src/domain/Annotation.ts"
import { git, gitBytes, gitLines } from "./plainGit.ts"

/** Git's metadata of an annotated commit. */
export interface Written {
  /** Author time, seconds since 1970. */
  readonly time: number
  /** Author name after `.mailmap`. */
  readonly author: string
  /** First line of the message. */
  readonly subject: string
}

/** The repository at the work tree or at a revision. */
export interface Facts {
  readonly directory: string
  /** Undefined for the work tree. */
  readonly rev: string | undefined
  readonly commit: string
  /** Committer time of the commit, seconds since 1970. */
  readonly now: number
  /** The commit and its ancestors. */
  readonly reachable: ReadonlySet<string>
  /** Every note by its commit. */
  readonly notes: ReadonlyMap<string, Annotation>
  /** The annotated commits. */
  readonly written: ReadonlyMap<string, Written>
  /** Paths of the commit. */
  readonly tracked: ReadonlySet<string>
}

const notesRef = "refs/notes/ultragit"

/** Reads blobs with `git cat-file --batch`, in order. */
const blobs = (directory: string, ids: ReadonlyArray<string>): ReadonlyArray<string> => {
  const output = gitBytes(directory, ["cat-file", "--batch"], ids.map((id) => `${id}\n`).join(""))
  const found: Array<string> = []
  let at = 0
  while (at < output.length) {
    const end = output.indexOf(10, at)
    const size = Number(output.toString("latin1", at, end).split(" ")[2])
    found.push(output.toString("utf8", end + 1, end + 1 + size))
    at = end + size + 2
  }
  return found
}

const readNotes = (directory: string): ReadonlyMap<string, Annotation> => {
  const listed = gitLines(directory, ["notes", `--ref=${notesRef}`, "list"]).map((line) => line.split(" "))
  const texts = blobs(
    directory,
    listed.map(([blob = ""]) => blob)
  )
  return new Map(
    listed.map(([, commit = ""], index) => {
      const annotation: Annotation = JSON.parse(texts[index] ?? "")
      return [commit, annotation]
    })
  )
}

const readWritten = (directory: string, commits: Iterable<string>): ReadonlyMap<string, Written> => {
  const format = "--format=%x01%H%x00%at%x00%aN%x00%B"
  const output = git(
    directory,
    ["log", "--no-walk=unsorted", "--stdin", format],
    [...commits].map((commit) => `${commit}\n`).join("")
  )
  return new Map(
    output
      .split("\u0001")
      .slice(1)
      .map((record) => {
        const [commit = "", time, author = "", message = ""] = record.split("\u0000")
        return [commit, { time: Number(time), author, subject: message.split("\n", 1)[0] ?? "" }]
      })
  )
}

/** Reads notes, ancestry and times of a repository with git, without the program. */
export const readFacts = (directory: string): Facts => {
  const notes = readNotes(directory)
  const written = readWritten(directory, notes.keys())
  return { ...place(directory, undefined), notes, written }
}

/** Lists the regular files of a commit. */
export const filesOf = (directory: string, commit: string): ReadonlyArray<string> =>
  git(directory, ["ls-tree", "-r", "-z", commit])
    .split("\0")
    .filter((entry) => entry.startsWith("100"))
    .map((entry) => entry.slice(entry.indexOf("\t") + 1))

const place = (directory: string, rev: string | undefined) => {
  const commit = git(directory, ["rev-parse", "--verify", `${rev ?? "HEAD"}^{commit}`]).trim()
  return {
    directory,
    rev,
    commit,
    now: Number(git(directory, ["show", "--no-patch", "--format=%ct", commit])),
    reachable: new Set(gitLines(directory, ["rev-list", commit])),
    tracked: new Set(filesOf(directory, commit))
  }
}

/** Returns the facts at a revision. */
export const factsAt = (facts: Facts, rev: string | undefined): Facts =>
  rev === facts.rev ? facts : { ...facts, ...place(facts.directory, rev) }

export const timeOf = (facts: Facts, commit: string): number => facts.written.get(commit)?.time ?? 0
