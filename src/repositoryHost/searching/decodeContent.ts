/** Decodes a content as UTF-8, without copying its bytes; a byte order mark stays. */
export const decodeContent = ({ buffer, byteLength, byteOffset }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString("utf8")
