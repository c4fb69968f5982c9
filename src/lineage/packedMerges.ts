import { Option } from "effect"
import { ObjectId } from "../domain/ObjectId.ts"

/**
 * The commits of a history with the merges that brought them in, in one buffer, because there are many: the number of
 * bytes of an id, the number of merges, the ids of merges, those of commits in order, and for each commit the position of
 * its merge, from 1; 0 for commits on the first-parent line.
 */
export interface PackedMerges {
  readonly bytes: Buffer
  mergeOf(commit: ObjectId): Option.Option<ObjectId>
  /** All commits with their merges. */
  entries(): ReadonlyMap<string, string | undefined>
}

const headerBytes = 5
const positionBytes = 4

const readPacked = (bytes: Buffer, idBytes: number, mergeCount: number): PackedMerges => {
  const firstCommit = headerBytes + mergeCount * idBytes
  const count = (bytes.length - firstCommit) / (idBytes + positionBytes)
  const firstPosition = firstCommit + count * idBytes
  const mergeOf = (index: number): string | undefined => {
    const position = bytes.readUInt32LE(firstPosition + index * positionBytes)
    const end = headerBytes + position * idBytes
    return position === 0 ? undefined : bytes.toString("hex", end - idBytes, end)
  }
  const find = (wanted: Buffer): number | undefined => {
    let [low, high] = [0, count]
    while (low < high) {
      const middle = (low + high) >>> 1
      const at = firstCommit + middle * idBytes
      const order = bytes.compare(wanted, 0, idBytes, at, at + idBytes)
      if (order === 0) return middle
      if (order < 0) low = middle + 1
      else high = middle
    }
    return undefined
  }
  return {
    bytes,
    mergeOf: (commit) => {
      const index = commit.length === 2 * idBytes ? find(Buffer.from(commit, "hex")) : undefined
      const merge = index === undefined ? undefined : mergeOf(index)
      return merge === undefined ? Option.none() : ObjectId.makeOption(merge)
    },
    entries: () =>
      new Map(
        Array.from({ length: count }, (_, index) => {
          const at = firstCommit + index * idBytes
          return [bytes.toString("hex", at, at + idBytes), mergeOf(index)] as const
        })
      )
  }
}

/** Packs merges by commit. All ids have the same length. */
export const packMerges = (merges: ReadonlyMap<string, string | undefined>): PackedMerges => {
  const commits = [...merges.keys()].toSorted()
  const idBytes = (commits[0] ?? "").length / 2
  const positionOf = new Map<string | undefined, number>([[undefined, 0]])
  const positions = Buffer.alloc(commits.length * positionBytes)
  for (const [index, commit] of commits.entries()) {
    const merge = merges.get(commit)
    const position = positionOf.get(merge) ?? positionOf.size
    if (position === positionOf.size) positionOf.set(merge, position)
    positions.writeUInt32LE(position, index * positionBytes)
  }
  const header = Buffer.alloc(headerBytes)
  header.writeUInt32LE(positionOf.size - 1, header.writeUInt8(idBytes, 0))
  const merging = [...positionOf.keys()].filter((id) => id !== undefined)
  const ids = Buffer.from([...merging, ...commits].join(""), "hex")
  return readPacked(Buffer.concat([header, ids, positions]), idBytes, merging.length)
}

/** Unpacks what {@link packMerges} packed; none if it is something else. */
export const unpackMerges = (stored: Uint8Array): Option.Option<PackedMerges> => {
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength)
  if (bytes.length < headerBytes) return Option.none()
  const [idBytes, mergeCount] = [bytes.readUInt8(0), bytes.readUInt32LE(1)]
  const rest = bytes.length - headerBytes - mergeCount * idBytes
  return rest < 0 || rest % (idBytes + positionBytes) !== 0
    ? Option.none()
    : Option.some(readPacked(bytes, idBytes, mergeCount))
}
