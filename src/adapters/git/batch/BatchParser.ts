import { ObjectId } from "../../../domain/ObjectId.ts"

/** What `git cat-file --batch` or `--batch-check` answers to one name. */
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
  /** None: too large, passed over. */
  readonly bytes: Uint8Array | undefined
  /** Bytes of content and its final newline still to come. */
  left: number
}

const headerPattern = /^([0-9a-f]{40}|[0-9a-f]{64}) (blob|commit|tree|tag) (\d{1,15})$/
const missingPattern = / (?:missing|ambiguous|submodule)$/
const types: ReadonlyArray<ObjectType> = ["blob", "commit", "tree", "tag"]
const none = new Uint8Array(0)

/** `<id> <type> <size>`; anything else is no object. */
const headerOf = (line: string): Header | undefined => {
  const found = headerPattern.exec(line)
  const type = types.find((known) => known === found?.[2])
  return found === null || type === undefined
    ? undefined
    : { id: ObjectId.make(found[1] ?? ""), type, size: Number(found[3]) }
}

/**
 * Reads the output of a long-lived `cat-file`, chunk by chunk. `maxBytes` is asked for each object as its header
 * comes, as is `withContents`; larger content is passed over, or, beyond `longestSkip`, given up with the process
 * (`abandon`). What git does not write in place of a header (`garbled`) is the end of it too.
 */
export const makeBatchParser = (options: {
  readonly withContents: () => boolean
  readonly maxBytes: () => number
  readonly answer: (answer: BatchAnswer) => void
  readonly longestSkip: number
  readonly abandon: () => void
  readonly garbled?: () => void
}): { push(chunk: Buffer): void } => {
  let line = ""
  let body: Body | undefined
  let abandoned = false

  const startBody = (header: Header) => {
    const fits = header.size <= options.maxBytes()
    if (!fits) options.answer({ _tag: "TooLarge", size: header.size })
    abandoned = !fits && header.size > options.longestSkip
    if (abandoned) return options.abandon()
    body = { ...header, bytes: fits ? new Uint8Array(header.size) : undefined, left: header.size + 1 }
  }
  const readHeader = (text: string) => {
    const header = headerOf(text)
    if (header === undefined) {
      abandoned = options.garbled !== undefined && !missingPattern.test(text)
      return abandoned ? options.garbled?.() : options.answer({ _tag: "Missing" })
    }
    if (options.withContents()) startBody(header)
    else options.answer({ _tag: "Found", ...header, bytes: none })
  }
  /** Takes content from a chunk; how many bytes of it. */
  const readBody = (target: Body, chunk: Buffer, at: number): number => {
    const taken = Math.min(target.left, chunk.length - at)
    if (target.bytes !== undefined) {
      const done = target.size + 1 - target.left
      const content = Math.min(taken, target.size - done)
      if (content > 0) target.bytes.set(chunk.subarray(at, at + content), done)
    }
    target.left -= taken
    if (target.left === 0) {
      body = undefined
      const { bytes, id, size, type } = target
      if (bytes !== undefined) options.answer({ _tag: "Found", id, type, size, bytes })
    }
    return taken
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
