import { Effect, Option } from "effect"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import type { BatchAnswer } from "../batch/BatchParser.ts"
import { parseCommit } from "../parse/CommitParser.ts"
import type { CommitMetadata } from "../CommitChange.ts"
import type { ObjectContent, TreeEntry } from "../Git.ts"
import { GitError, ObjectMissing, OutputTooLarge } from "../GitError.ts"
import { type GitSession, sessionCall } from "../process/GitSession.ts"
import { encodePath } from "../parse/PathBytes.ts"
import { makeRecordReader } from "../parse/Records.ts"
import { findInTree } from "../parse/TreeParser.ts"

const largestCommit = 16 * 1024 * 1024
const largestTree = 64 * 1024 * 1024

const namesOf = (ids: ReadonlyArray<string>): ReadonlyArray<Uint8Array> => ids.map((id) => Buffer.from(id, "latin1"))

/** Which of these objects are here, by a walk that never fetches. */
const presentObjects = Effect.fnUntraced(function* (session: GitSession, ids: ReadonlyArray<ObjectId>) {
  const asked = new Set<string>(ids)
  const present = new Set<string>()
  const reader = makeRecordReader(10, (line) => {
    const id = line.toString("latin1").split(" ", 1)[0] ?? ""
    if (asked.has(id)) present.add(id)
  })
  yield* session.runner.stream(
    sessionCall(session, "rev-list", ["--no-walk", "--objects", "--missing=print", "--ignore-missing", "--stdin"], {
      stdin: Buffer.from(ids.map((id) => `${id}\n`).join(""), "latin1")
    }),
    reader
  )
  return present
})

/** One after another, so that what the process dies of is told from the rest, and counts as missing. */
const askEach = (
  session: GitSession,
  ids: ReadonlyArray<ObjectId>,
  maxBytes: number
): Effect.Effect<ReadonlyArray<BatchAnswer>, GitError> =>
  Effect.forEach(ids, (id) =>
    session.contents.ask(namesOf([id]), maxBytes).pipe(
      Effect.map(([answer]): BatchAnswer => answer ?? { _tag: "Missing" }),
      Effect.catchReason("GitError", "ObjectMissing", () => Effect.succeed<BatchAnswer>({ _tag: "Missing" }))
    )
  )

/**
 * Contents by id. Of a partial clone the process dies when it meets an object that is promised but not here: then
 * what is here is found out first, and the rest is missing. So is what is damaged.
 */
const askContents = (
  session: GitSession,
  ids: ReadonlyArray<ObjectId>,
  maxBytes: number
): Effect.Effect<ReadonlyArray<BatchAnswer>, GitError> =>
  session.contents.ask(namesOf(ids), maxBytes).pipe(
    Effect.catchReason("GitError", "ObjectMissing", ({ damaged }) =>
      Effect.gen(function* () {
        if (damaged === true) return yield* askEach(session, ids, maxBytes)
        const present = yield* presentObjects(session, ids)
        const here = ids.filter((id) => present.has(id))
        const answers = yield* session.contents
          .ask(namesOf(here), maxBytes)
          .pipe(Effect.catchReason("GitError", "ObjectMissing", () => askEach(session, here, maxBytes)))
        const known = new Map(here.map((id, index) => [id, answers[index]]))
        return ids.map((id): BatchAnswer => known.get(id) ?? { _tag: "Missing" })
      })
    )
  )

/**
 * The same, sure of what is missing: while another git repacks, the long-lived process may look for an object where it
 * is no more and not yet where it is.
 */
const askSurely = Effect.fnUntraced(function* (session: GitSession, ids: ReadonlyArray<ObjectId>, maxBytes: number) {
  const answers = yield* askContents(session, ids, maxBytes)
  const missing = ids.filter((_, index) => answers[index]?._tag === "Missing")
  if (missing.length === 0) return answers
  yield* session.contents.renew
  const again = yield* askContents(session, missing, maxBytes)
  const found = new Map(missing.map((id, index) => [id, again[index]]))
  return ids.map((id, index): BatchAnswer => found.get(id) ?? answers[index] ?? { _tag: "Missing" })
})

/** {@link Git.objects}. */
export const objects = Effect.fn("Git.objects")(function* (
  session: GitSession,
  ids: ReadonlyArray<ObjectId>,
  options: { readonly maxBytes: number }
) {
  const answers = yield* askSurely(session, ids, options.maxBytes)
  return answers.map((answer): ObjectContent =>
    answer._tag === "Found" ? { _tag: "Found", type: answer.type, bytes: answer.bytes } : answer
  )
})

/** {@link Git.commits}. A commit object over 16 MiB counts as none. */
export const commits = Effect.fn("Git.commits")(function* (session: GitSession, ids: ReadonlyArray<ObjectId>) {
  const answers = yield* askContents(session, ids, largestCommit)
  return ids.map((id, index): Option.Option<CommitMetadata> => {
    const answer = answers[index]
    return answer?._tag === "Found" && answer.type === "commit"
      ? Option.some(parseCommit(id, answer.bytes))
      : Option.none()
  })
})

/** Which of these ids are commits that are here. */
export const presentCommits = Effect.fnUntraced(function* (session: GitSession, ids: ReadonlyArray<ObjectId>) {
  const answers = yield* session.names.ask(namesOf(ids))
  return ids.filter((_, index) => {
    const answer = answers[index]
    return answer?._tag === "Found" && answer.type === "commit"
  })
})

const tree = Effect.fnUntraced(function* (session: GitSession, name: string, id: string) {
  const [answer] = yield* session.contents.ask(namesOf([name]), largestTree)
  if (answer?._tag === "Found" && answer.type === "tree") return answer
  return yield* new GitError({
    reason:
      answer?._tag === "TooLarge"
        ? new OutputTooLarge({ command: "cat-file", limit: largestTree })
        : new ObjectMissing({ id })
  })
})

/**
 * {@link Git.entry}, by walking the tree objects: no path is ever given to git, so no byte in it can mean anything else.
 */
export const entry = Effect.fn("Git.entry")(function* (session: GitSession, commit: ObjectId, path: string) {
  const idLength = session.repository.objectFormat === "sha256" ? 32 : 20
  let current = yield* tree(session, `${commit}^{tree}`, commit)
  if (path === "") return Option.some<TreeEntry>({ path, kind: "directory", id: current.id })
  const parts = path.split("/")
  for (const [depth, part] of parts.entries()) {
    const found = findInTree(current.bytes, encodePath(part), idLength)
    if (Option.isNone(found)) return Option.none<TreeEntry>()
    if (depth === parts.length - 1) return Option.some<TreeEntry>({ path, ...found.value })
    if (found.value.kind !== "directory") return Option.none<TreeEntry>()
    current = yield* tree(session, found.value.id, found.value.id)
  }
  return Option.none<TreeEntry>()
})
