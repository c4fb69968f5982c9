import { ObjectId } from "../../../domain/ObjectId.ts"
import { groupOf } from "../../../domain/MatchGroup.ts"

/** The answer of `git cat-file` to one name. */
export type BatchAnswer =
  | {
      readonly _tag: "Found"
      readonly id: ObjectId
      readonly type: ObjectType
      readonly size: number
      readonly bytes: Uint8Array
    }
  | { readonly _tag: "TooLarge"; readonly size: number }
  | { readonly _tag: "Missing" }

type ObjectType = "blob" | "commit" | "tree" | "tag"

interface Header {
  readonly id: ObjectId
  readonly type: ObjectType
  readonly size: number
}

interface Body extends Header {
  /** None if the content exceeds the limit and is skipped. */
  readonly bytes: Uint8Array | undefined
  /** Bytes still to come, including the newline after the content. */
  left: number
}

const headerPattern = /^([0-9a-f]{40}|[0-9a-f]{64}) (blob|commit|tree|tag) (\d{1,15})$/
const missingPattern = / (?:missing|ambiguous|submodule)$/
const types: ReadonlyArray<ObjectType> = ["blob", "commit", "tree", "tag"]
const noBytes = new Uint8Array(0)

/** Parses `<id> <type> <size>`. Any other line means that there is no object. */
const parseHeader = (line: string): Header | undefined => {
  const found = headerPattern.exec(line)
  if (found === null) return undefined
  const type = types.find((known) => known === found[2])
  return type === undefined ? undefined : { id: ObjectId.make(groupOf(found, 1)), type, size: Number(found[3]) }
}

/**
 * Parses the output of a long-lived `cat-file`, chunk by chunk. Calls `withContents` and `maxBytes` for each object
 * when its header arrives. Skips content over `maxBytes`; beyond `maxSkipBytes`, calls `abandon` instead and ignores
 * all further output. So does `garbled` for a line that git does not write.
 */
export const makeBatchParser = (options: {
  readonly withContents: () => boolean
  readonly maxBytes: () => number
  readonly answer: (answer: BatchAnswer) => void
  readonly maxSkipBytes: number
  readonly abandon: () => void
  readonly garbled?: () => void
}): { push(chunk: Buffer): void } => {
  let line = ""
  let body: Body | undefined
  let abandoned = false

  const startBody = (header: Header) => {
    const fits = header.size <= options.maxBytes()
    if (!fits) options.answer({ _tag: "TooLarge", size: header.size })
    abandoned = !fits && header.size > options.maxSkipBytes
    if (abandoned) return options.abandon()
    body = { ...header, bytes: fits ? new Uint8Array(header.size) : undefined, left: header.size + 1 }
  }
  const readHeader = (text: string) => {
    const header = parseHeader(text)
    if (header === undefined) {
      abandoned = options.garbled !== undefined && !missingPattern.test(text)
      return abandoned ? options.garbled?.() : options.answer({ _tag: "Missing" })
    }
    if (options.withContents()) startBody(header)
    else options.answer({ _tag: "Found", ...header, bytes: noBytes })
  }
  /** Reads content from a chunk. Returns the number of bytes used. */
  const readBody = (target: Body, chunk: Buffer, at: number): number => {
    const count = Math.min(target.left, chunk.length - at)
    if (target.bytes !== undefined) {
      const done = target.size + 1 - target.left
      const content = Math.min(count, target.size - done)
      if (content > 0) target.bytes.set(chunk.subarray(at, at + content), done)
    }
    target.left -= count
    if (target.left === 0) {
      body = undefined
      const { bytes, id, size, type } = target
      if (bytes !== undefined) options.answer({ _tag: "Found", id, type, size, bytes })
    }
    return count
  }

  return {
    push: (chunk) => {
      for (let at = 0; at < chunk.length;) {
        if (abandoned) return
        if (body !== undefined) {
          at += readBody(body, chunk, at)
          continue
        }
        const end = chunk.indexOf(10, at)
        line += chunk.toString("latin1", at, end === -1 ? chunk.length : end)
        at = end === -1 ? chunk.length : end + 1
        if (end !== -1) {
          const text = line
          line = ""
          readHeader(text)
        }
      }
    }
  }
}
