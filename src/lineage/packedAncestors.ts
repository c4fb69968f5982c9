import { Option } from "effect"
import { ObjectId } from "../domain/ObjectId.ts"

/** Which commits are known to be ancestors of a head or not. */
export interface KnownAncestors {
  readonly head: ObjectId
  /** Number of walks made so far. */
  readonly walks: number
  readonly known: ReadonlyMap<ObjectId, boolean>
}

/**
 * Size of the header: bytes per id, number of walks, number of ancestors. The head, its ancestors and the other commits
 * follow.
 */
const headerBytes = 12

export const packAncestors = ({ head, known, walks }: KnownAncestors): Uint8Array => {
  const idBytes = head.length / 2
  const bytes = Buffer.alloc(headerBytes + (known.size + 1) * idBytes)
  const reachable = [...known].filter(([, isReachable]) => isReachable)
  const others = [...known].filter(([, isReachable]) => !isReachable)
  bytes.writeUInt32LE(idBytes)
  bytes.writeUInt32LE(walks, 4)
  bytes.writeUInt32LE(reachable.length, 8)
  let at = headerBytes
  for (const id of [head, ...[...reachable, ...others].map(([commit]) => commit)]) at += bytes.write(id, at, "hex")
  return bytes
}

/** Unpacks ancestors; none if the bytes are invalid. */
export const unpackAncestors = (given: Uint8Array): Option.Option<KnownAncestors> => {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  if (bytes.length < headerBytes) return Option.none()
  const idBytes = bytes.readUInt32LE()
  const count = (bytes.length - headerBytes) / idBytes - 1
  const reachable = bytes.readUInt32LE(8)
  if ((idBytes !== 20 && idBytes !== 32) || !Number.isInteger(count) || count < reachable) return Option.none()
  const idAt = (nth: number): ObjectId => {
    const start = headerBytes + nth * idBytes
    return ObjectId.make(bytes.toString("hex", start, start + idBytes))
  }
  const known = new Map(Array.from({ length: count }, (_, nth) => [idAt(nth + 1), nth < reachable] as const))
  return Option.some({ head: idAt(0), walks: bytes.readUInt32LE(4), known })
}
