import { Result } from "effect"
import { TextDecoder } from "node:util"
import { ObjectId } from "../../../domain/ObjectId.ts"
import type { CommitMetadata } from "../CommitChange.ts"
import { groupOf } from "../../../domain/MatchGroup.ts"

const idPattern = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/
/** An address and the time behind it. The name is what precedes it: a pattern for it, too, would take quadratic time. */
const addressPattern = /<([^<>]*)>\s*(-?\d+)?/

interface Person {
  readonly name: string
  readonly email: string
  readonly time: number
}

const parsePerson = (text: string): Person => {
  const found = addressPattern.exec(text)
  if (found === null) return { name: text.trim(), email: "", time: 0 }
  const time = Number(found[2])
  const name = text.slice(0, found.index).trimEnd()
  return { name, email: groupOf(found, 1), time: Number.isSafeInteger(time) ? time : 0 }
}

/** The author or committer of a malformed commit that has none. */
const unknownPerson: Person = { name: "", email: "", time: 0 }

const decoderFor = (encoding: string | undefined): TextDecoder =>
  Result.getOrElse(
    Result.try(() => new TextDecoder(encoding ?? "utf-8", { ignoreBOM: true })),
    () => new TextDecoder("utf-8", { ignoreBOM: true })
  )

/**
 * Parses a commit object: headers up to the first empty line, then the message. Text is decoded by the `encoding`
 * header, as UTF-8 if it is absent or unknown; invalid bytes are replaced. A malformed time counts as 0, a person without a header as {@link unknownPerson}.
 */
export const parseCommit = (id: ObjectId, bytes: Uint8Array): CommitMetadata => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = buffer.indexOf("\n\n")
  const head = buffer.subarray(0, end === -1 ? buffer.length : end)
  const encoding = /^encoding (.+)$/m.exec(head.toString("latin1"))?.[1]
  const decoder = decoderFor(encoding)
  const headers = decoder.decode(head).split("\n")
  const personIn = (name: "author" | "committer"): Person => {
    const header = headers.find((line) => line.startsWith(`${name} `))
    return header === undefined ? unknownPerson : parsePerson(header.slice(name.length + 1))
  }
  const author = personIn("author")
  return {
    id,
    parents: headers
      .filter((line) => line.startsWith("parent "))
      .map((line) => line.slice(7))
      .filter((parent) => idPattern.test(parent))
      .map((parent) => ObjectId.make(parent)),
    author: { name: author.name, email: author.email },
    authorTime: author.time,
    committerTime: personIn("committer").time,
    message: end === -1 ? "" : decoder.decode(buffer.subarray(end + 2))
  }
}
