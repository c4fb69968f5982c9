import { Option } from "effect"
import { ObjectId } from "../domain/ObjectId.ts"

/**
 * The commits of a history with the merges that brought them in, in one buffer, because there are many: the number of
 * bytes of an id, the number of merges, the ids of merges, and the ids of commits in order, each with the position of its
 * merge, from 1; 0 for commits on the first-parent line.
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
  const recordBytes = idBytes + positionBytes
  const count = (bytes.length - firstCommit) / recordBytes
  const mergeAt = (at: number): string | undefined => {
    const position = bytes.readUInt32LE(at + idBytes)
    const end = headerBytes + position * idBytes
    return position === 0 ? undefined : bytes.toString("hex", end - idBytes, end)
  }
  const find = (wanted: Buffer): number | undefined => {
    let [low, high] = [0, count]
    while (low < high) {
      const middle = (low + high) >>> 1
      const at = firstCommit + middle * recordBytes
      const order = bytes.compare(wanted, 0, idBytes, at, at + idBytes)
      if (order === 0) return at
      if (order < 0) low = middle + 1
      else high = middle
    }
    return undefined
  }
  return {
    bytes,
    mergeOf: (commit) => {
      const at = commit.length === 2 * idBytes ? find(Buffer.from(commit, "hex")) : undefined
      const merge = at === undefined ? undefined : mergeAt(at)
      return merge === undefined ? Option.none() : ObjectId.makeOption(merge)
    },
    entries: () =>
      new Map(
        Array.from({ length: count }, (_, position) => {
          const at = firstCommit + position * recordBytes
          return [bytes.toString("hex", at, at + idBytes), mergeAt(at)] as const
        })
      )
  }
}

/** Packs merges by commit. All ids have the same length. */
export const packMerges = (merges: ReadonlyMap<string, string | undefined>): PackedMerges => {
  const [first = ""] = merges.keys()
  const idBytes = first.length / 2
  const positions = new Map<string | undefined, number>([[undefined, 0]])
  for (const merge of merges.values()) if (!positions.has(merge)) positions.set(merge, positions.size)
  const mergeCount = positions.size - 1
  const bytes = Buffer.alloc(headerBytes + mergeCount * idBytes + merges.size * (idBytes + positionBytes))
  let at = bytes.writeUInt32LE(mergeCount, bytes.writeUInt8(idBytes, 0))
  for (const merge of positions.keys()) if (merge !== undefined) at += bytes.write(merge, at, "hex")
  for (const commit of [...merges.keys()].toSorted()) {
    at += bytes.write(commit, at, "hex")
    at = bytes.writeUInt32LE(positions.get(merges.get(commit)) ?? 0, at)
  }
  return readPacked(bytes, idBytes, mergeCount)
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
