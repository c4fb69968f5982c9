import { Option } from "effect"
import { ObjectId } from "../../../domain/ObjectId.ts"
import type { NotesChange } from "../Git.ts"
import { decodePath } from "./PathBytes.ts"
import { type ChunkReader, makeRecordReader } from "./Records.ts"
import { parseNotePath } from "./TreeParser.ts"

const statusPattern = /^:\d{6} (\d{6}) ([0-9a-f]{40}|[0-9a-f]{64}) ([0-9a-f]{40}|[0-9a-f]{64}) [A-Z]\d*$/

/**
 * Parses `git diff-tree -r -z --no-renames` of two notes trees: `:<mode> <mode> <id> <id> <status>`, then the path. A
 * note that moved to another path (fan-out) counts as changed only if its blob changed.
 */
export const makeNotesDiffReader = (): { readonly reader: ChunkReader; readonly change: () => NotesChange } => {
  const before = new Map<ObjectId, string>()
  const after = new Map<ObjectId, ObjectId>()
  let status: RegExpExecArray | null = null
  const reader = makeRecordReader(0, (record) => {
    if (status === null) {
      status = statusPattern.exec(record.toString("latin1"))
      return status === null ? false : undefined
    }
    const [, mode = "", from = "", to = ""] = status
    status = null
    const commit = Option.getOrUndefined(parseNotePath(decodePath(record)))
    if (commit === undefined) return
    if (!/^0+$/.test(from)) before.set(commit, from)
    if (!/^0+$/.test(to) && mode.startsWith("100")) after.set(commit, ObjectId.make(to))
  })
  const change = (): NotesChange => ({
    upserted: Array.from(after)
      .filter(([commit, blob]) => before.get(commit) !== blob)
      .map(([commit, blob]) => ({ commit, blob })),
    removed: Array.from(before.keys()).filter((commit) => !after.has(commit))
  })
  return { reader, change }
}
