import { Effect, Option } from "effect"
import { randomBytes } from "node:crypto"
import { DiskCache } from "../store/DiskCache.ts"
import { ObjectId } from "../domain/ObjectId.ts"
import { PackedNotes } from "./lookup/PackedNotes.ts"

/** Notes as a notes commit had them. */
export interface Kept {
  readonly tip: ObjectId
  readonly pack: PackedNotes
}

/** Packs of notes on disk, under keys that name everything but the notes commit. */
export interface KeptNotes {
  get(key: string): Effect.Effect<Option.Option<Kept>>
  put(key: string, kept: Kept): Effect.Effect<void>
}

/** So much is one entry on disk: each is checked and copied in one go. */
const partBytes = 4 * 1024 * 1024
/** More is not kept: it would push out all else. */
const mostBytes = 28 * 1024 * 1024
/** Tells the parts of one writing from those of another that went on at the same time. */
const stampBytes = 16
const idBytes = 32
/** Stamp, length of the pack, length of the notes commit's id in digits, the id. */
const headBytes = stampBytes + 8 + idBytes * 2

const partKey = (key: string, part: number): string => `${key}\0${part}`

const head = (stamp: Buffer, { pack, tip }: Kept): Uint8Array => {
  const bytes = Buffer.alloc(headBytes)
  stamp.copy(bytes)
  bytes.writeUInt32LE(pack.bytes.length, stampBytes)
  bytes.writeUInt32LE(tip.length, stampBytes + 4)
  bytes.write(tip, stampBytes + 8, "latin1")
  return bytes
}

const readHead = (given: Uint8Array) => {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  if (bytes.length !== headBytes) return Option.none()
  const start = stampBytes + 8
  const tip = bytes.toString("latin1", start, start + bytes.readUInt32LE(stampBytes + 4))
  const length = bytes.readUInt32LE(stampBytes)
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(tip) || length > mostBytes) return Option.none()
  return Option.some({ stamp: bytes.subarray(0, stampBytes), length, tip: ObjectId.make(tip) })
}

export const makeKeptNotes = Effect.map(DiskCache, (cache): KeptNotes => {
  const put = Effect.fn("KeptNotes.put")(function* (key: string, kept: Kept) {
    const { bytes } = kept.pack
    if (bytes.length > mostBytes) return
    const stamp = randomBytes(stampBytes)
    for (let start = 0, part = 1; start < bytes.length; start += partBytes, part += 1) {
      const data = Buffer.concat([stamp, bytes.subarray(start, start + partBytes)])
      yield* cache.put("notes-1", partKey(key, part), data)
      yield* Effect.yieldNow
    }
    yield* cache.put("notes-1", partKey(key, 0), head(stamp, kept))
  })

  const get = Effect.fn("KeptNotes.get")(function* (key: string) {
    const first = Option.flatMap(yield* cache.get("notes-1", partKey(key, 0)), readHead)
    if (Option.isNone(first)) return Option.none<Kept>()
    const { length, stamp, tip } = first.value
    const bytes = Buffer.from(new ArrayBuffer(length))
    for (let start = 0, part = 1; start < length; start += partBytes, part += 1) {
      const data = Option.getOrElse(yield* cache.get("notes-1", partKey(key, part)), () => new Uint8Array())
      const expected = stampBytes + Math.min(partBytes, length - start)
      if (data.length !== expected || !stamp.equals(data.subarray(0, stampBytes))) return Option.none<Kept>()
      bytes.set(data.subarray(stampBytes), start)
    }
    return Option.map(PackedNotes.decode(bytes), (pack): Kept => ({ tip, pack }))
  })

  return { get, put }
})
