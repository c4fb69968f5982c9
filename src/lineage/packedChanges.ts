import { Option } from "effect"
import { ObjectId } from "../domain/ObjectId.ts"
import type { PathChange } from "../adapters/git/CommitChange.ts"
import { decodePath, encodePath } from "../adapters/git/parse/PathBytes.ts"

/** Maximum files of a commit that count as changed together. A larger commit is a bulk change. */
const maxFiles = 30

/** Lists of numbers, one after the other: list `n` starts at `starts[n]` and ends before `starts[n + 1]`. */
export interface PackedLists {
  readonly starts: Uint32Array
  readonly values: Uint32Array
}

/** The paths that commits changed, as arrays of numbers to save memory. Commits that changed none are left out. */
export interface PackedChanges {
  readonly head: ObjectId
  /** The ids of the commits, one after the other. */
  readonly ids: Uint8Array
  /** Committer times in seconds since 1970. */
  readonly times: Float64Array
  /** Paths that each commit edited; none for a bulk change. */
  readonly edits: PackedLists
  /** Renames of each commit, two paths each: the former and the new one. */
  readonly moves: PackedLists
  /** The path of each number. */
  readonly paths: ReadonlyArray<string>
}

/** Calls `use` for each number of a list, with its position in all values. */
export const forEachIn = (
  { starts, values }: PackedLists,
  list: number,
  use: (value: number, position: number) => void
): void => {
  const end = starts[list + 1] ?? 0
  for (let position = starts[list] ?? 0; position < end; position += 1) use(values[position] ?? 0, position)
}

const idBytesOf = (head: ObjectId): number => head.length / 2

const makeLists = () => {
  const starts = [0]
  const values: Array<number> = []
  return {
    values,
    isOpen: () => values.length > (starts.at(-1) ?? 0),
    end: () => void starts.push(values.length),
    packed: (): PackedLists => ({ starts: new Uint32Array(starts), values: new Uint32Array(values) })
  }
}

/** Commits of packed changes from a position up to another. */
interface Run {
  readonly changes: Omit<PackedChanges, "head" | "paths">
  readonly from: number
  readonly to: number
}

const joinLists = (runs: ReadonlyArray<Run>, listsOf: (run: Run) => PackedLists): PackedLists => {
  const parts = runs.map((run) => {
    const { starts, values } = listsOf(run)
    const [first = 0, last = 0] = [starts[run.from], starts[run.to]]
    return { first, ends: starts.subarray(run.from + 1, run.to + 1), values: values.subarray(first, last) }
  })
  const starts = new Uint32Array(1 + parts.reduce((sum, { ends }) => sum + ends.length, 0))
  const values = new Uint32Array(parts.reduce((sum, part) => sum + part.values.length, 0))
  let [list, size] = [1, 0]
  for (const part of parts) {
    const offset = size - part.first
    starts.set(
      part.ends.map((end) => end + offset),
      list
    )
    values.set(part.values, size)
    list += part.ends.length
    size += part.values.length
  }
  return { starts, values }
}

const joinTimes = (runs: ReadonlyArray<Run>): Float64Array => {
  const times = new Float64Array(runs.reduce((sum, { from, to }) => sum + to - from, 0))
  let count = 0
  for (const { changes, from, to } of runs) {
    times.set(changes.times.subarray(from, to), count)
    count += to - from
  }
  return times
}

/** Finds runs of commits without the excluded ones, up to a number of commits in all. */
const findRuns = (changes: PackedChanges, excluded: ReadonlySet<string>, maxCommits: number): ReadonlyArray<Run> => {
  const size = idBytesOf(changes.head)
  const ids = Buffer.from(changes.ids.buffer, changes.ids.byteOffset, changes.ids.length)
  // Most ids differ in the first bytes, so that few are formatted.
  const prefixes = new Set(Array.from(excluded, (id) => Number.parseInt(id.slice(0, 8), 16)))
  const isExcluded = (at: number): boolean =>
    prefixes.has(ids.readUInt32BE(at * size)) && excluded.has(ids.toString("hex", at * size, (at + 1) * size))
  const runs: Array<Run> = []
  let [from, left] = [0, maxCommits]
  const close = (to: number) => {
    if (to > from && left > 0) runs.push({ changes, from, to: Math.min(to, from + left) })
    left = Math.max(0, left - (to - from))
    from = to + 1
  }
  for (let at = 0; at < changes.times.length; at += 1) if (isExcluded(at)) close(at)
  close(changes.times.length)
  return runs
}

/** Collects the changes of a history, newest first. `known`: what is known of an older one, added at the end. */
export const makePacker = (maxCommits: number, known?: PackedChanges) => {
  const numbers = new Map(known?.paths.map((path, number) => [path, number]))
  const [edits, moves] = [makeLists(), makeLists()]
  const ids: Array<ObjectId> = []
  const times: Array<number> = []
  const numberOf = (path: string): number => {
    const number = numbers.get(path) ?? numbers.size
    numbers.set(path, number)
    return number
  }
  const add = ({ commit, committerTime, files }: PathChange): void => {
    for (const { isEdited, path, renamedFrom } of files) {
      if (renamedFrom !== undefined) moves.values.push(numberOf(renamedFrom), numberOf(path))
      if (isEdited && files.length <= maxFiles) edits.values.push(numberOf(path))
    }
    if (!edits.isOpen() && !moves.isOpen()) return
    ids.push(commit)
    times.push(committerTime)
    edits.end()
    moves.end()
  }
  /** `without`: commits that are known and not in the history of `head`. */
  const pack = (head: ObjectId, without: Iterable<string>): PackedChanges => {
    const changes = {
      ids: Buffer.from(ids.join(""), "hex"),
      times: new Float64Array(times),
      edits: edits.packed(),
      moves: moves.packed()
    }
    const own: Run = { changes, from: 0, to: Math.min(times.length, maxCommits) }
    // Where clocks were wrong, git also lists commits of the excluded history, which are known.
    const excluded = new Set([...without, ...(known === undefined ? [] : ids)])
    const runs = [own, ...(known === undefined ? [] : findRuns(known, excluded, maxCommits - own.to))]
    const size = idBytesOf(head)
    return {
      head,
      ids: Buffer.concat(runs.map((run) => run.changes.ids.subarray(run.from * size, run.to * size))),
      times: joinTimes(runs),
      edits: joinLists(runs, (run) => run.changes.edits),
      moves: joinLists(runs, (run) => run.changes.moves),
      paths: [...numbers.keys()]
    }
  }
  return { add, pack }
}

/** Sizes of the arrays: bytes of an id, commits, edits, paths in moves, bytes of the paths. */
const headerBytes = 24

const bytesOf = ({ buffer, byteLength, byteOffset }: ArrayBufferView): Uint8Array =>
  Buffer.from(buffer, byteOffset, byteLength)

/** Encodes changes for disk. */
export const encodeChanges = ({ edits, head, ids, moves, paths, times }: PackedChanges): Uint8Array => {
  const pathBytes = encodePath(paths.join("\0"))
  const sizes = [idBytesOf(head), times.length, edits.values.length, moves.values.length, pathBytes.length, 0]
  const numbers = [Uint32Array.from(sizes), times, edits.starts, edits.values, moves.starts, moves.values]
  return Buffer.concat([...numbers.map(bytesOf), Buffer.from(head, "hex"), ids, pathBytes])
}

const isValid = ({ starts, values }: PackedLists, maxValue: number): boolean =>
  starts[0] === 0 &&
  starts.at(-1) === values.length &&
  starts.every((start, at) => at === 0 || start >= (starts[at - 1] ?? 0)) &&
  values.every((value) => value < maxValue)

/** Decodes changes; none if the bytes are invalid. */
export const decodeChanges = (bytes: Uint8Array): Option.Option<PackedChanges> => {
  if (bytes.length < headerBytes) return Option.none()
  // A copy, because arrays of numbers must be aligned.
  const { buffer } = Uint8Array.from(bytes)
  const [idBytes = 0, commits = 0, editCount = 0, moveCount = 0, pathBytes = 0] = new Uint32Array(buffer, 0, 5)
  const sizes = [8 * commits, 4 * (commits + 1), 4 * editCount, 4 * (commits + 1), 4 * moveCount]
  const tail = [idBytes, idBytes * commits, pathBytes]
  if (headerBytes + [...sizes, ...tail].reduce((sum, size) => sum + size, 0) !== bytes.length) return Option.none()
  if (idBytes !== 20 && idBytes !== 32) return Option.none()
  let at = headerBytes
  const take = (size: number): number => (at += size) - size
  const times = new Float64Array(buffer, take(8 * commits), commits)
  const takeNumbers = (count: number) => new Uint32Array(buffer, take(4 * count), count)
  const edits = { starts: takeNumbers(commits + 1), values: takeNumbers(editCount) }
  const moves = { starts: takeNumbers(commits + 1), values: takeNumbers(moveCount) }
  const head = ObjectId.make(Buffer.from(buffer, take(idBytes), idBytes).toString("hex"))
  const ids = new Uint8Array(buffer, take(idBytes * commits), idBytes * commits)
  const paths = decodePath(new Uint8Array(buffer, at)).split("\0")
  if (!isValid(edits, paths.length) || !isValid(moves, paths.length) || moveCount % 2 !== 0) return Option.none()
  return Option.some({ head, ids, times, edits, moves, paths })
}
