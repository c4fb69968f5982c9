import { Option } from "effect"
import { ObjectId } from "../../../domain/ObjectId.ts"
import type { ChangedFile, CommitChange } from "../CommitChange.ts"
import { decodePath } from "./PathBytes.ts"
import { type ChunkReader, makeRecordReader } from "./Records.ts"

/** One commit: a mark, what it says of itself, its message. Each field ends with NUL, which none of them can have. */
export const changeFormat = "%x01%H%x00%P%x00%an%x00%ae%x00%at%x00%cn%x00%ce%x00%ct%x00%B"
const fieldCount = 9

const statusPattern = /^\n?:.* ([A-Z])\d*$/
/** Of a merge: a colon and a letter for each parent. */
const mergePattern = /^\n?::+.* ([A-Z]{2,})$/

const isStatus = (letter: string): letter is ChangedFile["status"] => /^[AMDRCT]$/.test(letter)

/**
 * What became of a file in a merge, as far as its parents agree. Git names no path before, so what all of them have under
 * another name is added.
 */
const mergedStatus = (letters: string): ChangedFile["status"] => {
  const [first = "M"] = letters
  if (/^[RC]+$/.test(letters)) return "A"
  return isStatus(first) && letters === first.repeat(letters.length) ? first : "M"
}

const statusOf = (record: string): ChangedFile["status"] | undefined => {
  const [, letters] = mergePattern.exec(record) ?? []
  if (letters !== undefined) return mergedStatus(letters)
  const [, letter = ""] = statusPattern.exec(record) ?? []
  // What git calls unmerged or unknown it does not write for two trees.
  return isStatus(letter) ? letter : undefined
}

/** Seconds since 1970; a commit whose time git cannot read is as old as can be. */
const seconds = (text: string): number => {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : 0
}

const parseIds = (text: string): ReadonlyArray<ObjectId> =>
  text === "" ? [] : text.split(" ").flatMap((id) => Option.toArray(ObjectId.makeOption(id)))

const parseCommit = (fields: ReadonlyArray<string>): Omit<CommitChange, "files"> | undefined => {
  const [mark, parents, authorName, authorEmail, authorTime, name, email, time, message] = fields
  const id = ObjectId.makeOption(mark?.slice(1) ?? "")
  if (Option.isNone(id)) return undefined
  return {
    id: id.value,
    parents: parseIds(parents ?? ""),
    author: { name: authorName ?? "", email: authorEmail ?? "" },
    authorTime: seconds(authorTime ?? ""),
    committer: { name: name ?? "", email: email ?? "" },
    committerTime: seconds(time ?? ""),
    message: message ?? ""
  }
}

/**
 * Reads `git diff-tree --stdin --raw -z` with {@link changeFormat}. Fields and paths are taken by number, so none can be
 * taken for another.
 */
export const makeChangeReader = (take: (change: CommitChange) => void): ChunkReader => {
  let fields: Array<string> = []
  let current: Omit<CommitChange, "files"> | undefined
  let files: Array<ChangedFile> = []
  let pending: { readonly status: ChangedFile["status"]; readonly paths: Array<string> } | undefined

  const finish = () => {
    if (current !== undefined) take({ ...current, files })
    current = undefined
    files = []
  }
  const takePath = ({ paths, status }: NonNullable<typeof pending>, record: Buffer) => {
    paths.push(decodePath(record))
    const [first = "", second] = paths
    const isPair = status === "R" || status === "C"
    if (isPair && second === undefined) return
    files.push(isPair ? { path: second ?? "", status, oldPath: first } : { path: first, status })
    pending = undefined
  }
  const takeField = (record: Buffer) => {
    fields.push(record.toString("utf8"))
    if (fields.length < fieldCount) return true
    current = parseCommit(fields)
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
    const status = statusOf(record.toString("latin1"))
    if (status === undefined) return false
    pending = { status, paths: [] }
  })
  return {
    ...reader,
    end: () => {
      reader.end()
      finish()
    }
  }
}
