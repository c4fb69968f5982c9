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

/** Returns whether an id is one of some. Most ids differ in the first bytes, so that few are formatted. */
const makeIdFilter = (ids: ReadonlyArray<string>) => {
  const all = new Set(ids)
  const prefixes = new Set(ids.map((id) => Number.parseInt(id.slice(0, 8), 16)))
  return (id: Buffer): boolean => prefixes.has(id.readUInt32BE()) && all.has(id.toString("hex"))
}

/** Collects the changes of a history, newest first. `known`: what is known of an older one, added at the end. */
export const makePacker = (maxCommits: number, known?: PackedChanges) => {
  const numbers = new Map(known?.paths.map((path, number) => [path, number]))
  const [edits, moves] = [makeLists(), makeLists()]
  const ids: Array<Uint8Array> = []
  const times: Array<number> = []
  const numberOf = (path: string): number => {
    const number = numbers.get(path) ?? numbers.size
    numbers.set(path, number)
    return number
  }
  const endCommit = (id: Uint8Array, time: number) => {
    if (!edits.isOpen() && !moves.isOpen()) return
    ids.push(id)
    times.push(time)
    edits.end()
    moves.end()
  }
  const add = ({ commit, committerTime, files }: PathChange): void => {
    for (const { isEdited, path, renamedFrom } of files) {
      if (renamedFrom !== undefined) moves.values.push(numberOf(renamedFrom), numberOf(path))
      if (isEdited && files.length <= maxFiles) edits.values.push(numberOf(path))
    }
    endCommit(Buffer.from(commit, "hex"), committerTime)
  }
  const addKnown = (others: PackedChanges, isExcluded: (id: Buffer) => boolean): void => {
    const size = idBytesOf(others.head)
    for (const [at, time] of others.times.entries()) {
      if (times.length >= maxCommits) return
      const id = Buffer.from(others.ids.buffer, others.ids.byteOffset + at * size, size)
      if (isExcluded(id)) continue
      forEachIn(others.edits, at, (path) => edits.values.push(path))
      forEachIn(others.moves, at, (path) => moves.values.push(path))
      endCommit(id, time)
    }
  }
  /** `without`: commits that are known and not in the history of `head`. */
  const pack = (head: ObjectId, without: Iterable<string>): PackedChanges => {
    // Where clocks were wrong, git also lists commits of the excluded history.
    const added = ids.map((id) => Buffer.from(id).toString("hex"))
    if (known !== undefined) addKnown(known, makeIdFilter([...without, ...added]))
    return {
      head,
      ids: Buffer.concat(ids),
      times: new Float64Array(times),
      edits: edits.packed(),
      moves: moves.packed(),
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
