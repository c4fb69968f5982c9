import { Effect, Option } from "effect"
import { randomBytes } from "node:crypto"
import { DiskCache } from "../store/DiskCache.ts"
import { ObjectId } from "../domain/ObjectId.ts"
import { PackedNotes } from "./lookup/PackedNotes.ts"

/** The packed index of one notes commit. */
interface CachedNotes {
  readonly tip: ObjectId
  readonly pack: PackedNotes
}

/** Caches packed notes on disk. A key names everything that the pack depends on except the notes commit. */
export interface NotesCache {
  get(key: string): Effect.Effect<Option.Option<CachedNotes>>
  put(key: string, notes: CachedNotes): Effect.Effect<void>
}

/** Size of one cache entry: each entry is checked and copied at once, so a pack is split into parts. */
const partBytes = 4 * 1024 * 1024
/** Larger packs are not cached: they would evict everything else. */
const maxPackBytes = 28 * 1024 * 1024
/** A random stamp distinguishes the parts of one write from those of a concurrent one. */
const stampBytes = 16
const idBytes = 32
/** Stamp, length of the pack, number of digits of the notes commit's id, the id. */
const headerBytes = stampBytes + 8 + idBytes * 2

const partKey = (key: string, part: number): string => `${key}\0${part}`

const encodeHeader = (stamp: Buffer, { pack, tip }: CachedNotes): Uint8Array => {
  const bytes = Buffer.alloc(headerBytes)
  stamp.copy(bytes)
  bytes.writeUInt32LE(pack.bytes.length, stampBytes)
  bytes.writeUInt32LE(tip.length, stampBytes + 4)
  bytes.write(tip, stampBytes + 8, "latin1")
  return bytes
}

const decodeHeader = (input: Uint8Array) => {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength)
  if (bytes.length !== headerBytes) return Option.none()
  const start = stampBytes + 8
  const tip = bytes.toString("latin1", start, start + bytes.readUInt32LE(stampBytes + 4))
  const length = bytes.readUInt32LE(stampBytes)
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(tip) || length > maxPackBytes) return Option.none()
  return Option.some({ stamp: bytes.subarray(0, stampBytes), length, tip: ObjectId.make(tip) })
}

export const makeNotesCache = Effect.map(DiskCache, (cache): NotesCache => {
  const put = Effect.fn("NotesCache.put")(function* (key: string, notes: CachedNotes) {
    const { bytes } = notes.pack
    if (bytes.length > maxPackBytes) return
    const stamp = randomBytes(stampBytes)
    for (let start = 0, part = 1; start < bytes.length; start += partBytes, part += 1) {
      const data = Buffer.concat([stamp, bytes.subarray(start, start + partBytes)])
      yield* cache.put("notes-1", partKey(key, part), data)
      yield* Effect.yieldNow
    }
    yield* cache.put("notes-1", partKey(key, 0), encodeHeader(stamp, notes))
  })

  const get = Effect.fn("NotesCache.get")(function* (key: string) {
    const first = Option.flatMap(yield* cache.get("notes-1", partKey(key, 0)), decodeHeader)
    if (Option.isNone(first)) return Option.none<CachedNotes>()
    const { length, stamp, tip } = first.value
    const bytes = Buffer.from(new ArrayBuffer(length))
    for (let start = 0, part = 1; start < length; start += partBytes, part += 1) {
      const data = Option.getOrElse(yield* cache.get("notes-1", partKey(key, part)), () => new Uint8Array())
      const expected = stampBytes + Math.min(partBytes, length - start)
      if (data.length !== expected || !stamp.equals(data.subarray(0, stampBytes))) return Option.none<CachedNotes>()
      bytes.set(data.subarray(stampBytes), start)
    }
    return Option.map(PackedNotes.decode(bytes), (pack): CachedNotes => ({ tip, pack }))
  })

  return { get, put }
})
