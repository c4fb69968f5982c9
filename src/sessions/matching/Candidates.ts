import type { ObjectId } from "../../domain/ObjectId.ts"
import { toKey } from "./lines.ts"

/** A commit that may have come of a session. */
export interface Candidate {
  readonly id: ObjectId
  /** Milliseconds since 1970. */
  readonly authorMillis: number
  readonly committerMillis: number
  readonly subject: string
  /** Whether HEAD has it; other commits are of local branches. */
  readonly isReachable: boolean
}

/** A line that a candidate adds. */
interface Occurrence {
  /** Position of the candidate, oldest first. */
  readonly candidate: number
  readonly path: string
}

/** Commits that add a line more often than this say nothing about where it came from. */
const maxOccurrences = 40

const unquote = (path: string): string =>
  path.startsWith('"') && path.endsWith('"') ? path.slice(1, -1).replaceAll(/\\(["\\])/g, "$1") : path

/** The lines that commits add, as far as edits of sessions have them. */
export class Candidates {
  /** Oldest first. */
  readonly commits: ReadonlyArray<Candidate>
  readonly #occurrences = new Map<string, Array<Occurrence>>()
  readonly #positions: ReadonlyMap<string, number>
  readonly #sizes: Array<number>

  /** `wanted`: keys of the lines in edits; others are not kept. */
  constructor(commits: ReadonlyArray<Candidate>, wanted: ReadonlySet<string>) {
    this.commits = commits
    this.#positions = new Map(commits.map(({ id }, index) => [id, index]))
    this.#sizes = commits.map(() => 0)
    for (const key of wanted) this.#occurrences.set(key, [])
  }

  /** Takes the patch of a candidate. */
  take(commit: string, patch: string): void {
    const candidate = this.#positions.get(commit)
    if (candidate === undefined) return
    let path = ""
    for (const line of patch.split("\n")) {
      if (line.startsWith("+++ "))
        path = line.startsWith("+++ b/") ? line.slice(6) : unquote(line.slice(4)).replace(/^b\//, "")
      else if (line.startsWith("+")) this.#add(toKey(line.slice(1)), candidate, path)
    }
  }

  #add(key: string, candidate: number, path: string): void {
    if (key !== "") this.#sizes[candidate] = this.size(candidate) + 1
    const known = this.#occurrences.get(key)
    if (known === undefined || known.length > maxOccurrences) return
    const last = known.at(-1)
    if (last?.candidate !== candidate || last.path !== path) known.push({ candidate, path })
  }

  /** Returns how many lines a candidate adds that can tell commits apart. */
  size(candidate: number): number {
    return this.#sizes[candidate] ?? 0
  }

  /** Returns the candidates that add a line; none if too many do. */
  find(key: string): ReadonlyArray<Occurrence> {
    const known = this.#occurrences.get(key) ?? []
    return known.length > maxOccurrences ? [] : known
  }
}
