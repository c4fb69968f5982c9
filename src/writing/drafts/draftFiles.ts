import { Effect, Option, type PlatformError, Schema } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { privateFiles } from "../../adapters/git/PrivateFiles.ts"
import { ObjectId } from "../../domain/ObjectId.ts"
import { describeFileProblem } from "../../domain/FileProblem.ts"
import { Draft } from "./Draft.ts"
import { DraftError, DraftUnusable } from "./DraftError.ts"

/** Folder of the drafts below the private folder that all work trees share. */
const folder = "drafts"
/** Folder of what was decided about commits. */
const settledFolder = "drafts/settled"
/** Maximum bytes of a draft. */
const maxBytes = 8 * 1024 * 1024
/** Only the user may read drafts. */
const mode = 0o600

const nameOf = (commit: ObjectId): string => `${folder}/${commit}.json`
const settledNameOf = (commit: ObjectId): string => `${settledFolder}/${commit}.json`

/** Ids of the sessions whose quotes about a commit were accepted or dropped. */
const Settled = Schema.Struct({ sessions: Schema.Array(Schema.String) })
const encodeSettled = Schema.encodeSync(Schema.fromJsonString(Settled))
const decodeSettled = Schema.decodeOption(Schema.fromJsonString(Settled))
const encodeDraft = Schema.encodeSync(Schema.fromJsonString(Draft))
const decodeDraftFile = Schema.decodeEffect(Schema.fromJsonString(Draft))
const isObjectId = Schema.is(ObjectId)

const commonFiles = Effect.map(
  Effect.flatMap(Git, (git) => git.repository),
  ({ commonDirectory }) => privateFiles(commonDirectory)
)

const unusable = (file: string) => (error: PlatformError.PlatformError) =>
  new DraftError({ reason: new DraftUnusable({ file, detail: describeFileProblem(error) }) })

/** Reads the draft of a commit; none if there is none. */
export const readDraft = Effect.fn("Drafts.read")(function* (commit: ObjectId) {
  const files = yield* commonFiles
  const file = files.pathOf(nameOf(commit))
  const text = yield* Effect.mapError(files.readText(nameOf(commit), maxBytes), unusable(file))
  if (Option.isNone(text)) return Option.none<Draft>()
  const decoded = Effect.mapError(
    decodeDraftFile(text.value),
    () => new DraftError({ reason: new DraftUnusable({ file, detail: "it is not a draft of this version" }) })
  )
  return Option.some(yield* decoded)
})

/** Writes a draft, readable only by the user. */
export const writeDraft = Effect.fn("Drafts.write")(function* (draft: Draft) {
  const files = yield* commonFiles
  const name = nameOf(draft.commit)
  yield* Effect.mapError(files.write(name, `${encodeDraft(draft)}\n`, mode), unusable(files.pathOf(name)))
})

const listIn = Effect.fnUntraced(function* (where: string) {
  const files = yield* commonFiles
  const names = yield* Effect.mapError(files.list(where), unusable(files.pathOf(where)))
  return names
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length))
    .filter(isObjectId)
    .toSorted()
})

/** Lists the commits that have drafts, sorted. */
export const listDrafts = Effect.fn("Drafts.list")(() => listIn(folder))

/** Lists the commits about which something was decided, sorted. */
export const listSettled = Effect.fn("Drafts.listSettled")(() => listIn(settledFolder))

const removeFile = Effect.fnUntraced(function* (name: string) {
  const files = yield* commonFiles
  yield* Effect.mapError(files.remove(name), unusable(files.pathOf(name)))
})

/** Removes a draft. */
export const removeDraft = Effect.fn("Drafts.remove")((commit: ObjectId) => removeFile(nameOf(commit)))

/** Reads which sessions' quotes about a commit were accepted or dropped; they are not drafted again. */
export const readSettled = Effect.fnUntraced(function* (commit: ObjectId) {
  const files = yield* commonFiles
  const text = yield* Effect.orElseSucceed(files.readText(settledNameOf(commit), maxBytes), () => Option.none<string>())
  const settled = Option.flatMap(text, decodeSettled)
  return new Set(Option.match(settled, { onNone: () => [], onSome: ({ sessions }) => sessions }))
})

const addSettled = Effect.fnUntraced(function* (commit: ObjectId, sessions: Iterable<string>) {
  const files = yield* commonFiles
  const known = yield* readSettled(commit)
  const all = [...new Set([...known, ...sessions])].toSorted()
  const name = settledNameOf(commit)
  yield* Effect.mapError(files.write(name, `${encodeSettled({ sessions: all })}\n`, mode), unusable(files.pathOf(name)))
})

/** Removes a draft and remembers its sessions, so that the next import does not draft it again. */
export const settleDraft = Effect.fn("Drafts.settle")(function* ({
  commit,
  sessions
}: Pick<Draft, "commit" | "sessions">) {
  const ids = sessions.map(({ id }) => id)
  yield* addSettled(commit, ids)
  yield* removeDraft(commit)
})

/** Remembers of a commit what was decided about the one that it replaces. */
export const followSettled = Effect.fn("Drafts.followSettled")(function* (from: ObjectId, to: ObjectId) {
  const sessions = yield* readSettled(from)
  if (sessions.size > 0) yield* addSettled(to, sessions)
})
