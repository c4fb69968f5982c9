import { Array as Arrays, Effect, Option } from "effect"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import type { BatchAnswer } from "../batch/BatchParser.ts"
import { parseCommit } from "../parse/CommitParser.ts"
import type { CommitMetadata } from "../CommitChange.ts"
import type { ObjectContent } from "../Git.ts"
import type { EntryPlace, TreeEntry } from "../TreeEntry.ts"
import { GitError, ObjectMissing, OutputTooLarge } from "../GitError.ts"
import { type GitSession, sessionCall } from "../process/GitSession.ts"
import { encodePath } from "../parse/PathBytes.ts"
import { makeRecordReader } from "../parse/Records.ts"
import { findInTree } from "../parse/TreeParser.ts"
import { takeBefore } from "../../../domain/Text.ts"

const maxCommitBytes = 16 * 1024 * 1024
const maxTreeBytes = 64 * 1024 * 1024
/** Places whose trees are in memory at a time. */
const placesPerBatch = 128

const encodeNames = (ids: ReadonlyArray<string>): ReadonlyArray<Uint8Array> =>
  ids.map((id) => Buffer.from(id, "latin1"))

/** Returns the objects that exist locally, by a walk that never fetches. */
const presentObjects = Effect.fnUntraced(function* (session: GitSession, ids: ReadonlyArray<ObjectId>) {
  const requested = new Set<string>(ids)
  const present = new Set<string>()
  const reader = makeRecordReader(10, (line) => {
    const id = takeBefore(line.toString("latin1"), " ")
    if (requested.has(id)) present.add(id)
  })
  yield* session.runner.stream(
    sessionCall(session, "rev-list", ["--no-walk", "--objects", "--missing=print", "--ignore-missing", "--stdin"], {
      stdin: Buffer.from(ids.map((id) => `${id}\n`).join(""), "latin1")
    }),
    reader
  )
  return present
})

/** Requests objects one at a time, so that only the one that the process dies of counts as missing. */
const readEach = (
  session: GitSession,
  ids: ReadonlyArray<ObjectId>,
  maxBytes: number
): Effect.Effect<ReadonlyArray<BatchAnswer>, GitError> =>
  Effect.forEach(ids, (id) =>
    session.contents.request(encodeNames([id]), maxBytes).pipe(
      Effect.map(([answer]): BatchAnswer => answer ?? { _tag: "Missing" }),
      Effect.catchReason("GitError", "ObjectMissing", () => Effect.succeed<BatchAnswer>({ _tag: "Missing" }))
    )
  )

/**
 * Reads contents by id. In a partial clone, the process dies at a promised object that is not here. Then finds the
 * existing objects first and reports the others as missing. Damaged objects count as missing, too.
 */
const readContents = (
  session: GitSession,
  ids: ReadonlyArray<ObjectId>,
  maxBytes: number
): Effect.Effect<ReadonlyArray<BatchAnswer>, GitError> =>
  session.contents.request(encodeNames(ids), maxBytes).pipe(
    Effect.catchReason("GitError", "ObjectMissing", ({ damaged }) =>
      Effect.gen(function* () {
        if (damaged === true) return yield* readEach(session, ids, maxBytes)
        const present = yield* presentObjects(session, ids)
        const existing = ids.filter((id) => present.has(id))
        const answers = yield* session.contents
          .request(encodeNames(existing), maxBytes)
          .pipe(Effect.catchReason("GitError", "ObjectMissing", () => readEach(session, existing, maxBytes)))
        const answersById = new Map(existing.map((id, index) => [id, answers[index]]))
        return ids.map((id): BatchAnswer => answersById.get(id) ?? { _tag: "Missing" })
      })
    )
  )

/**
 * Like {@link readContents}, but confirms missing objects with a new process. While another git repacks, the long-lived
 * process may look in the old place of an object.
 */
const readConfirmed = Effect.fnUntraced(function* (
  session: GitSession,
  ids: ReadonlyArray<ObjectId>,
  maxBytes: number
) {
  const answers = yield* readContents(session, ids, maxBytes)
  const missing = ids.filter((_, index) => answers[index]?._tag === "Missing")
  if (missing.length === 0) return answers
  yield* session.contents.renew
  const confirmed = yield* readContents(session, missing, maxBytes)
  const found = new Map(missing.map((id, index) => [id, confirmed[index]]))
  return ids.map((id, index): BatchAnswer => found.get(id) ?? answers[index] ?? { _tag: "Missing" })
})

/** {@link Git.objects}. */
export const objects = Effect.fn("Git.objects")(function* (
  session: GitSession,
  ids: ReadonlyArray<ObjectId>,
  options: { readonly maxBytes: number }
) {
  const answers = yield* readConfirmed(session, ids, options.maxBytes)
  return answers.map((answer): ObjectContent =>
    answer._tag === "Found" ? { _tag: "Found", type: answer.type, bytes: answer.bytes } : answer
  )
})

/** {@link Git.commits}. Commit objects over 16 MiB count as missing. */
export const commits = Effect.fn("Git.commits")(function* (session: GitSession, ids: ReadonlyArray<ObjectId>) {
  const answers = yield* readContents(session, ids, maxCommitBytes)
  return ids.map((id, index): Option.Option<CommitMetadata> => {
    const answer = answers[index]
    return answer?._tag === "Found" && answer.type === "commit"
      ? Option.some(parseCommit(id, answer.bytes))
      : Option.none()
  })
})

/** Returns the ids that are existing commits. */
export const presentCommits = Effect.fnUntraced(function* (session: GitSession, ids: ReadonlyArray<ObjectId>) {
  const answers = yield* session.names.request(encodeNames(ids))
  return ids.filter((_, index) => {
    const answer = answers[index]
    return answer?._tag === "Found" && answer.type === "commit"
  })
})

/** A place whose entry is looked for, at one folder of its path. */
interface Descent {
  readonly place: number
  readonly parts: ReadonlyArray<string>
  /** Name of the folder's tree, and its id or that of the commit. */
  readonly tree: string
  readonly id: string
}

const readTrees = Effect.fnUntraced(function* (session: GitSession, wanted: ReadonlyMap<string, string>) {
  const names = [...wanted.keys()]
  const answers = yield* session.contents.request(encodeNames(names), maxTreeBytes)
  const trees = new Map<string, { readonly id: ObjectId; readonly bytes: Uint8Array }>()
  for (const [at, name] of names.entries()) {
    const answer = answers[at]
    if (answer?._tag === "Found" && answer.type === "tree") trees.set(name, answer)
    else {
      const tooLarge = new OutputTooLarge({ command: "cat-file", limit: maxTreeBytes })
      const reason = answer?._tag === "TooLarge" ? tooLarge : new ObjectMissing({ id: wanted.get(name) ?? name })
      return yield* new GitError({ reason })
    }
  }
  return trees
})

/** Finds entries folder by folder, all at one depth in one request. */
const entriesTogether = Effect.fnUntraced(function* (session: GitSession, places: ReadonlyArray<EntryPlace>) {
  const idLength = session.repository.objectFormat === "sha256" ? 32 : 20
  const found = places.map(() => Option.none<TreeEntry>())
  let open = places.map(({ commit, path }, place): Descent => {
    return { place, parts: path === "" ? [] : path.split("/"), tree: `${commit}^{tree}`, id: commit }
  })
  for (let depth = 0; open.length > 0; depth += 1) {
    const trees = yield* readTrees(session, new Map(open.map(({ id, tree }) => [tree, id])))
    open = open.flatMap((descent): ReadonlyArray<Descent> => {
      const { parts, place, tree } = descent
      const folder = trees.get(tree)
      const path = places[place]?.path ?? ""
      const part = parts[depth]
      if (folder === undefined) return []
      if (part === undefined) {
        found[place] = Option.some({ path, kind: "directory", id: folder.id })
        return []
      }
      const entry = Option.getOrUndefined(findInTree(folder.bytes, encodePath(part), idLength))
      if (entry !== undefined && depth === parts.length - 1) found[place] = Option.some({ path, ...entry })
      return entry?.kind === "directory" && depth < parts.length - 1
        ? [{ ...descent, tree: entry.id, id: entry.id }]
        : []
    })
  }
  return found
})

/**
 * {@link Git.entries}. Walks the tree objects itself instead of passing the path to git, so no byte of it can have a
 * special meaning.
 */
export const entries = Effect.fn("Git.entries")(function* (session: GitSession, places: ReadonlyArray<EntryPlace>) {
  const batches = Arrays.chunksOf(places, placesPerBatch)
  return (yield* Effect.forEach(batches, (some) => entriesTogether(session, some))).flat()
})

/** {@link Git.entry}. */
export const entry = (session: GitSession, commit: ObjectId, path: string) =>
  Effect.map(entriesTogether(session, [{ commit, path }]), (found) => Option.flatten(Arrays.head(found)))
