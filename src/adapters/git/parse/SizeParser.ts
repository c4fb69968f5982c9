import { Option } from "effect"
import { ObjectId } from "../../../domain/ObjectId.ts"
import type { CommitSize } from "../CommitChange.ts"
import { decodePath } from "./PathBytes.ts"
import { type ChunkReader, makeRecordReader } from "./Records.ts"

/** Format of one commit: a marker and its fields. Each ends with NUL, which no field can contain. */
export const sizeFormat = "%x01%H%x00%aN%x00%aE%x00%at%x00%s%x00"
const fieldCount = 5

const numbersPattern = /^\n?(\d+|-)\t(\d+|-)\t/

type Fields = readonly [mark: string, name: string, email: string, time: string, subject: string]

const isWhole = (fields: ReadonlyArray<string>): fields is Fields => fields.length === fieldCount

/** A binary file has `-` in place of numbers. */
const parseCount = (text: string | undefined): number => (text === undefined || text === "-" ? 0 : Number(text))

const parseCommit = ([mark, name, email, time, subject]: Fields): Omit<CommitSize, "files"> | undefined => {
  const id = ObjectId.makeOption(mark.slice(1))
  const seconds = Number(time)
  return Option.match(id, {
    onNone: () => undefined,
    onSome: (commit) => ({
      commit,
      author: { name, email },
      authorTime: Number.isSafeInteger(seconds) ? seconds : 0,
      subject
    })
  })
}

/**
 * Parses `git log --numstat -z` with {@link sizeFormat} and passes each commit on when it is complete. Fields and paths are
 * identified by their position: a file is its numbers with a path, or without one and then two paths, where it was renamed.
 */
export const makeSizeReader = (take: (size: CommitSize) => void): ChunkReader => {
  let fields: Array<string> = []
  let current: Omit<CommitSize, "files"> | undefined
  let files: Array<CommitSize["files"][number]> = []
  let renamed: { readonly added: number; readonly deleted: number; from?: string } | undefined

  const passOn = () => {
    if (current !== undefined) take({ ...current, files })
    current = undefined
    files = []
  }
  const takeField = (record: Buffer) => {
    fields.push(record.toString("utf8"))
    const read: ReadonlyArray<string> = fields
    if (!isWhole(read)) return true
    current = parseCommit(read)
    fields = []
    return current !== undefined
  }
  const takeRenamed = ({ added, deleted, from }: NonNullable<typeof renamed>, record: Buffer) => {
    const path = decodePath(record)
    if (from === undefined) renamed = { added, deleted, from: path }
    else {
      files.push({ path, renamedFrom: from, added, deleted })
      renamed = undefined
    }
  }
  const takeFile = (record: Buffer) => {
    const [prefix, added, deleted] = numbersPattern.exec(record.toString("latin1")) ?? []
    if (prefix === undefined) return false
    const counts = { added: parseCount(added), deleted: parseCount(deleted) }
    const path = record.subarray(prefix.length)
    if (path.length === 0) renamed = counts
    else files.push({ path: decodePath(path), ...counts })
    return true
  }
  const reader = makeRecordReader(0, (record) => {
    if (fields.length > 0) return takeField(record)
    if (renamed !== undefined) return takeRenamed(renamed, record)
    if (record[0] === 1) {
      passOn()
      return takeField(record)
    }
    return record.length === 0 || takeFile(record)
  })
  return {
    ...reader,
    end: () => {
      reader.end()
      passOn()
    }
  }
}
