import { Option } from "effect"
import { crc32 } from "node:zlib"

/** First bytes of every entry. The number changes with the layout below. */
const magic = Buffer.from("ugcache1")
/** Size of the header: magic, checksum of everything after it, length of the key. */
const headerBytes = magic.length + 8

/**
 * Encodes an entry for disk. It includes the key, so that a misplaced file is not mistaken for another entry. Keys are
 * UTF-16, because names that are not UTF-8 contain lone surrogates.
 */
export const encodeEntry = (key: string, data: Uint8Array): Uint8Array => {
  const keyBytes = Buffer.from(key, "utf16le")
  const sealed = Buffer.alloc(headerBytes + keyBytes.length + data.length)
  magic.copy(sealed)
  sealed.writeUInt32LE(keyBytes.length, magic.length + 4)
  keyBytes.copy(sealed, headerBytes)
  sealed.set(data, headerBytes + keyBytes.length)
  sealed.writeUInt32LE(crc32(sealed.subarray(magic.length + 4)), magic.length)
  return sealed
}

/** Decodes an entry. None if it is truncated, damaged, of another key or in another layout. */
export const decodeEntry = (key: string, bytes: Uint8Array): Option.Option<Uint8Array> => {
  const sealed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (sealed.length < headerBytes || !sealed.subarray(0, magic.length).equals(magic)) return Option.none()
  if (crc32(sealed.subarray(magic.length + 4)) !== sealed.readUInt32LE(magic.length)) return Option.none()
  const end = headerBytes + sealed.readUInt32LE(magic.length + 4)
  if (sealed.length < end || sealed.toString("utf16le", headerBytes, end) !== key) return Option.none()
  return Option.some(sealed.subarray(end))
}
