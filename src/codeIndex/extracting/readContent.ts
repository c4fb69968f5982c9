import { createHash } from "node:crypto"
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs"
import { Data, Effect, Result } from "effect"
import { toUtf8 } from "../../domain/lines.ts"

/** A file cannot be read: it is gone, not a regular file any more, or permission is missing. */
class ContentUnreadable extends Data.TaggedError("ContentUnreadable")<{ readonly detail: string }> {
  override get message(): string {
    return this.detail
  }
}

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants

const readRegularFile = (path: Buffer, maxBytes = Infinity): Uint8Array => {
  const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    const stats = fstatSync(file)
    if (!stats.isFile()) throw new ContentUnreadable({ detail: "not a regular file" })
    if (stats.size > maxBytes) throw new ContentUnreadable({ detail: `over ${maxBytes} bytes` })
    return toUtf8(readFileSync(file))
  } finally {
    closeSync(file)
  }
}

/**
 * Reads a regular file, UTF-16 as UTF-8, not through a link, and without waiting for another process. Blocks: for indexing threads
 * only.
 */
export const readContent = (path: Buffer): Effect.Effect<Uint8Array, ContentUnreadable> =>
  Effect.try({
    try: () => readRegularFile(path),
    catch: (cause) => new ContentUnreadable({ detail: String(cause) })
  })

/** Reads a regular file like {@link readContent}; undefined if it cannot be read or has more bytes. */
export const readContentOrNothing = (path: Buffer, maxBytes = Infinity): Uint8Array | undefined => {
  const read = Result.try(() => readRegularFile(path, maxBytes))
  return Result.isSuccess(read) ? read.success : undefined
}

/** The id that git gives a blob with this content. */
export const blobId = (content: Uint8Array, format: "sha1" | "sha256"): Buffer =>
  createHash(format).update(`blob ${content.length}\0`).update(content).digest()
