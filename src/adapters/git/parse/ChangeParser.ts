import { Option } from "effect"
import { ObjectId } from "../../../domain/ObjectId.ts"
import type { ChangedFile, CommitChange } from "../CommitChange.ts"
import { decodePath } from "./PathBytes.ts"
import { type ChunkReader, makeRecordReader } from "./Records.ts"

/**
 * Format of one commit: a marker, its metadata and its message. Each field ends with NUL, which no field can contain.
 */
export const changeFormat = "%x01%H%x00%P%x00%an%x00%ae%x00%at%x00%cn%x00%ce%x00%ct%x00%B"
const fieldCount = 9

const statusPattern = /^\n?:.* ([A-Z])\d*$/
/** For a merge: one colon and one letter per parent. */
const mergePattern = /^\n?::+.* ([A-Z]{2,})$/

const isStatus = (letter: string): letter is ChangedFile["status"] => /^[AMDRCT]$/.test(letter)

/**
 * Derives the status of a file in a merge from its letters, one per parent. Git does not print the old path, so a file
 * that every parent has under another name counts as added.
 */
const parseMergeStatus = (letters: string): ChangedFile["status"] => {
  const [first = "M"] = letters
  if (/^[RC]+$/.test(letters)) return "A"
  return isStatus(first) && letters === first.repeat(letters.length) ? first : "M"
}

const parseStatus = (record: string): ChangedFile["status"] | undefined => {
  const letters = mergePattern.exec(record)?.[1]
  if (letters !== undefined) return parseMergeStatus(letters)
  const letter = statusPattern.exec(record)?.[1]
  // Git never writes the unmerged and unknown states when comparing trees.
  return letter !== undefined && isStatus(letter) ? letter : undefined
}

/** Parses seconds since 1970. A time that git cannot parse counts as 0. */
const parseSeconds = (text: string): number => {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : 0
}

const parseIds = (text: string): ReadonlyArray<ObjectId> =>
  text === "" ? [] : text.split(" ").flatMap((id) => Option.toArray(ObjectId.makeOption(id)))

type CommitFields = readonly [
  mark: string,
  parents: string,
  authorName: string,
  authorEmail: string,
  authorTime: string,
  name: string,
  email: string,
  time: string,
  message: string
]

const isWhole = (fields: ReadonlyArray<string>): fields is CommitFields => fields.length === fieldCount

const parseCommit = (fields: CommitFields): Omit<CommitChange, "files"> | undefined => {
  const [mark, parents, authorName, authorEmail, authorTime, name, email, time, message] = fields
  const id = ObjectId.makeOption(mark.slice(1))
  if (Option.isNone(id)) return undefined
  return {
    id: id.value,
    parents: parseIds(parents),
    author: { name: authorName, email: authorEmail },
    authorTime: parseSeconds(authorTime),
    committer: { name, email },
    committerTime: parseSeconds(time),
    message
  }
}

/**
 * Parses `git diff-tree --stdin --raw -z` with {@link changeFormat}. Fields and paths are identified by their position,
 * so content is never taken for another field.
 */
export const makeChangeReader = (take: (change: CommitChange) => void): ChunkReader => {
  let fields: Array<string> = []
  let current: Omit<CommitChange, "files"> | undefined
  let files: Array<ChangedFile> = []
  let pending: { readonly status: ChangedFile["status"]; readonly oldPath?: string } | undefined

  const finish = () => {
    if (current !== undefined) take({ ...current, files })
    current = undefined
    files = []
  }
  const takePath = ({ oldPath, status }: NonNullable<typeof pending>, record: Buffer) => {
    const path = decodePath(record)
    if (status !== "R" && status !== "C") files.push({ path, status })
    else if (oldPath === undefined) {
      pending = { status, oldPath: path }
      return
    } else files.push({ path, status, oldPath })
    pending = undefined
  }
  const takeField = (record: Buffer) => {
    fields.push(record.toString("utf8"))
    const read: ReadonlyArray<string> = fields
    if (!isWhole(read)) return true
    current = parseCommit(read)
    fields = []
    return current !== undefined
  }
  const reader = makeRecordReader(0, (record) => {
    if (fields.length > 0) return takeField(record)
    if (pending !== undefined) return takePath(pending, record)
    if (record[0] === 1) {
      finish()
      return takeField(record)
    }
    if (record.length === 0) return
    const status = parseStatus(record.toString("latin1"))
    if (status === undefined) return false
    pending = { status }
  })
  return {
    ...reader,
    end: () => {
      reader.end()
      finish()
    }
  }
}
