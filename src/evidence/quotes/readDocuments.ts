import { Effect, Option, Schema } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { Alternative } from "../../domain/Alternative.ts"
import { ObjectId } from "../../domain/ObjectId.ts"
import { isChangeset, readChangeset } from "../documents/changesets.ts"
import { isDecision, readDecision } from "../documents/decisions.ts"
import { BroadCommits } from "../finding/BroadCommits.ts"

/** Documents of one commit that are read. A commit with more moves or releases them. */
const maxDocuments = 4
/** A commit that changes more files sweeps through the project: its changeset says nothing of one file's lines. */
const maxFiles = 100
const maxDocumentBytes = 64 * 1024
const maxPatchBytes = 256 * 1024

/** Where documents are looked for. Naming them keeps git from comparing everything that a commit changed. */
const folders = [
  ".changeset",
  ".decisions",
  "adr",
  "rfcs",
  ...["doc", "docs"].flatMap((folder) =>
    ["adr", "adrs", "decisions", "architecture/decisions"].map((each) => `${folder}/${each}`)
  )
]

/** A changeset or decision record as of the commit that added or changed it. */
export const CommitDocument = Schema.Struct({
  commit: ObjectId,
  kind: Schema.Literals(["changeset", "decision"]),
  /** Its path. */
  source: Schema.String,
  subject: Schema.String,
  body: Schema.String,
  /** The packages that a changeset is about. */
  packages: Schema.Array(Schema.String),
  rejected: Schema.Array(Alternative)
})
export type CommitDocument = typeof CommitDocument.Type

const readContent = (commit: ObjectId, path: string, text: string): ReadonlyArray<CommitDocument> => {
  if (isChangeset(path)) {
    const found = readChangeset(text)
    if (found === undefined) return []
    const { packages, prose: body } = found
    return [{ commit, kind: "changeset", source: path, subject: "", body, packages, rejected: [] }]
  }
  const found = readDecision(text)
  if (found === undefined) return []
  const { context, decision, rejected, status, title } = found
  const isTaken = !/^(?:rejected|deprecated|superseded)/.test(status)
  return [
    {
      commit,
      kind: "decision",
      source: path,
      subject: isTaken ? title : `${title} (${status})`,
      packages: [],
      body: [decision, context].filter((part) => part !== "").join("\n\n"),
      rejected: isTaken ? rejected : [...rejected, { text: title, reason: status }]
    }
  ]
}

/** Lists the documents that a patch adds or changes. */
const listPaths = (patch: string): ReadonlyArray<string> =>
  patch.split(/^(?=diff --git )/m).flatMap((file) => {
    const path = /^\+\+\+ b\/([^\t\n]+)\t?$/m.exec(file)?.[1] ?? ""
    const isAdded = file.includes("\nnew file mode ")
    return (isAdded && isChangeset(path)) || isDecision(path) ? [path] : []
  })

const readFile = Effect.fnUntraced(function* (commit: ObjectId, path: string) {
  const git = yield* Git
  const entry = yield* git.entry(commit, path)
  if (Option.isNone(entry) || entry.value.kind !== "file") return []
  const [content] = yield* git.objects([entry.value.id], { maxBytes: maxDocumentBytes })
  if (content?._tag !== "Found") return []
  return readContent(commit, path, Buffer.from(content.bytes).toString("utf8"))
})

/**
 * Reads the changesets that commits add, and the decision records that they add or change. Those of commits that change over
 * 100 files are left out.
 */
export const readDocuments = Effect.fn("Evidence.readDocuments")(function* (commits: ReadonlyArray<ObjectId>) {
  const git = yield* Git
  const places: Array<{ readonly commit: ObjectId; readonly path: string }> = []
  yield* git.patches(commits, { maxBytes: maxPatchBytes, paths: folders }, ({ bytes, commit }) => {
    const paths = listPaths(Buffer.from(bytes).toString("utf8"))
    if (paths.length <= maxDocuments) places.push(...paths.map((path) => ({ commit, path })))
  })
  const broad = yield* (yield* BroadCommits).find([...new Set(places.map(({ commit }) => commit))], maxFiles + 1)
  const specific = places.filter(({ commit }) => !broad.has(commit))
  const read = yield* Effect.forEach(specific, ({ commit, path }) => readFile(commit, path))
  return read.flat()
})
