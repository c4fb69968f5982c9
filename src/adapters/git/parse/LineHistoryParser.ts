import { ObjectId } from "../../../domain/ObjectId.ts"
import type { LineRange } from "../../../domain/LineRange.ts"
import type { LineChange } from "../Git.ts"
import { decodePath } from "./PathBytes.ts"
import { unquotePath } from "./QuotedPath.ts"
import { type ChunkReader, makeRecordReader } from "./Records.ts"
import { groupOf } from "../../../domain/MatchGroup.ts"

const hunkPattern = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/
const idPattern = /^\0([0-9a-f]{40}|[0-9a-f]{64})$/

const parseRange = (header: string): ReadonlyArray<LineRange> => {
  const found = hunkPattern.exec(header)
  if (found === null) return []
  const start = Number(found[1])
  const count = found[2] === undefined ? 1 : Number(found[2])
  return count === 0 ? [] : [{ start, end: start + count - 1 }]
}

/**
 * Parses the path of a `+++` or `---` line. Undefined for `/dev/null`. Newer versions of git quote unusual names, and
 * end a name that contains blanks with a tab that the `diff --git` line does not have.
 */
const parsePath = (text: string, header: string): string | undefined => {
  const name = unquotePath(text.endsWith("\t") && !header.includes(`${text}\n`) ? text.slice(0, -1) : text)
  return name.startsWith("a/") || name.startsWith("b/") ? name.slice(2) : undefined
}

interface Draft {
  readonly commit: ObjectId
  readonly ranges: Array<LineRange>
  path: string | undefined
  /** Path before the commit. */
  pathBefore: string | undefined
}

/** Part of the output that the next line belongs to. */
type Part = "between" | "header" | "old name" | "new name" | "hunk"

/**
 * Parses `git log -L<range>:<path> --format=%x00%H`: for each commit the path and the hunk headers, whose new side is
 * the traced range. File headers are between `diff --git` and the first `@@`. Every line of a hunk starts with a blank,
 * `+`, `-` or `\`, so content is never taken for a header. Versions before 2.54 do not quote names, even with newlines:
 * a name continues until the next header.
 */
export const makeLineHistoryReader = (
  path: string
): { readonly reader: ChunkReader; readonly changes: () => ReadonlyArray<LineChange> } => {
  const drafts: Array<Draft> = []
  let part: Part = "between"
  let commit: ObjectId | undefined
  let header = ""
  let oldName = ""
  let newName = ""

  const startCommit = (id: string) => {
    commit = ObjectId.make(id)
    drafts.push({ commit, ranges: [], path: undefined, pathBefore: undefined })
    part = "between"
  }
  const startFile = (line: string) => {
    if (commit !== undefined && drafts.at(-1)?.path !== undefined) {
      drafts.push({ commit, ranges: [], path: undefined, pathBefore: undefined })
    }
    part = "header"
    header = `${line}\n`
    oldName = ""
    newName = ""
  }
  const startHunk = (line: string) => {
    const draft = drafts.at(-1)
    draft?.ranges.push(...parseRange(line))
    if (draft !== undefined) {
      draft.path ??= parsePath(newName, header) ?? parsePath(oldName, header)
      draft.pathBefore ??= parsePath(oldName, header) ?? draft.path
    }
    part = "hunk"
  }
  const readHeader = (text: string) => {
    if (part === "header" && !text.startsWith("--- ")) header += `${text}\n`
    if (part !== "new name" && text.startsWith("--- ")) {
      part = "old name"
      oldName = text.slice(4)
    } else if (part === "old name" && text.startsWith("+++ ")) {
      part = "new name"
      newName = text.slice(4)
    } else if (part === "old name") oldName += `\n${text}`
    else if (part === "new name") newName += `\n${text}`
  }

  const reader = makeRecordReader(10, (line) => {
    const first = line[0]
    const inHeader = part === "header" || part === "old name" || part === "new name"
    if (first === 0) {
      const found = idPattern.exec(line.toString("latin1"))
      if (found === null) return false
      startCommit(groupOf(found, 1))
    } else if (first === 64 && (part === "hunk" || part === "new name") && hunkPattern.test(line.toString("latin1"))) {
      startHunk(line.toString("latin1"))
    } else if (inHeader) readHeader(decodePath(line))
    else if (first === 100) startFile(decodePath(line))
    else if (part === "between" && line.length > 0) return false
  })

  const changes = () => {
    let current = path
    return drafts.map((draft) => {
      const change = { commit: draft.commit, path: draft.path ?? current, ranges: draft.ranges }
      current = draft.pathBefore ?? change.path
      return change
    })
  }
  return { reader, changes }
}
