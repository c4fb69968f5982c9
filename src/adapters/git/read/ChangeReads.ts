import { randomUUID } from "node:crypto"
import { Effect, Option } from "effect"
import { ObjectId } from "../../../domain/ObjectId.ts"
import { changeFormat, makeChangeReader } from "../parse/ChangeParser.ts"
import { emptyTreeId } from "./DiffReads.ts"
import type { CommitChange, CommitPatch, PatchOptions, RefTip } from "../CommitChange.ts"
import type { GitError } from "../GitError.ts"
import { type GitSession, checkPath, sessionCall } from "../process/GitSession.ts"
import { repositoryOptions } from "../process/OpenRepository.ts"
import { hasNoRefs } from "./RefFiles.ts"
import { makePatchReader, patchFormat } from "../parse/PatchParser.ts"
import { decodePath, encodePath } from "../parse/PathBytes.ts"
import type { GitCall } from "../process/GitRunner.ts"
import { type ChunkReader, makeRecordReader } from "../parse/Records.ts"
import { takeBefore } from "../../../domain/Text.ts"

/** Disables user settings, external programs and textconv. */
const isolationOptions = [
  "--stdin",
  "-r",
  "--root",
  "--always",
  "--no-ext-diff",
  "--no-textconv",
  "--ignore-submodules=none"
]

/**
 * Builds a call that ignores attributes of the work tree, of the user and of HEAD, so that the result depends only on
 * the commit.
 */
const bareCall = (session: GitSession, args: ReadonlyArray<string>, ids: ReadonlyArray<ObjectId>) => {
  const settings = [
    "-c",
    "core.attributesFile=/dev/null",
    "-c",
    "core.bare=true",
    "-c",
    `attr.tree=${emptyTreeId(session)}`
  ]
  const options = repositoryOptions({ ...session.repository, workTree: Option.none() })
  return sessionCall({ ...session, options }, "diff-tree", args, { stdin: linesOf(ids), options: settings })
}
const renames = ["-M", "-C"]

const linesOf = (ids: ReadonlyArray<ObjectId>) => Buffer.from(ids.map((id) => `${id}\n`).join(""), "latin1")

/** A ref with its object and, for a tag, its target. */
interface ListedRef {
  readonly name: string
  readonly id: string
  /** The target is itself a tag. Older versions of git do not peel it further. */
  readonly isNestedTag: boolean
}

const parseListedRef = (line: Buffer): ListedRef => {
  const words = line.toString("latin1").split(" ", 4)
  const [id = "", type = "", peeled = "", peeledType = ""] = words
  const name = decodePath(line.subarray(words.join(" ").length + 1))
  if (type === "commit") return { name, id, isNestedTag: false }
  return { name, id: peeledType === "commit" ? peeled : "", isNestedTag: peeledType === "tag" }
}

/** Tags beyond this size are not followed. */
const maxTagBytes = 1024 * 1024

/**
 * Follows an object that a ref names, tag by tag, up to a commit or an object that is missing or damaged. Undefined if
 * the target is not a commit.
 */
const followToCommit = (session: GitSession, id: string): Effect.Effect<string | undefined, GitError> =>
  session.contents.request([encodePath(id)], maxTagBytes).pipe(
    Effect.catchReason("GitError", "ObjectMissing", () => Effect.succeed([])),
    Effect.flatMap(([answer]) => {
      if (answer?._tag !== "Found") return Effect.succeed(id)
      if (answer.type !== "tag") return Effect.succeed(answer.type === "commit" ? id : undefined)
      const target = /^object ([0-9a-f]+)\n/.exec(Buffer.from(answer.bytes).toString("latin1"))?.[1]
      return target === undefined ? Effect.undefined : followToCommit(session, target)
    })
  )

/**
 * Lists refs one by one, when git lists none because one of them points to a missing object. The missing object is
 * returned as the commit, so that reading it reports the problem.
 */
const listRefsOneByOne = Effect.fnUntraced(function* (session: GitSession, prefixes: ReadonlyArray<string>) {
  const listed: Array<{ readonly name: string; readonly id: string }> = []
  const reader = makeRecordReader(10, (line) => {
    const id = takeBefore(line.toString("latin1"), " ")
    listed.push({ id, name: decodePath(line.subarray(id.length + 1)) })
  })
  const args = ["--format=%(objectname) %(refname)", ...prefixes]
  yield* session.runner.stream(sessionCall(session, "for-each-ref", args), reader)
  // One at a time, because the process dies at a damaged object.
  const tips = yield* Effect.forEach(listed, ({ id, name }) =>
    Effect.map(followToCommit(session, id), (tip): ReadonlyArray<RefTip> =>
      tip === undefined ? [] : Option.toArray(Option.map(ObjectId.makeOption(tip), (commit) => ({ name, commit })))
    )
  )
  return tips.flat()
})

/** {@link Git.refs}. */
export const refs = Effect.fn("Git.refs")(function* (session: GitSession, prefixes: ReadonlyArray<string>) {
  if (prefixes.length > 0 && (yield* hasNoRefs(session.repository, prefixes))) return []
  const listed: Array<ListedRef> = []
  const reader = makeRecordReader(10, (line) => void listed.push(parseListedRef(line)))
  const fields = "%(objectname) %(objecttype) %(*objectname) %(*objecttype) %(refname)"
  const call = sessionCall(session, "for-each-ref", [`--format=${fields}`, ...prefixes])
  const isListed = yield* session.runner.stream(call, reader).pipe(
    Effect.as(true),
    Effect.catchReason("GitError", "ObjectMissing", () => Effect.succeed(false))
  )
  if (!isListed) return yield* listRefsOneByOne(session, prefixes)
  const nestedTags = listed.filter(({ isNestedTag }) => isNestedTag).map(({ name }) => name)
  const answers = yield* session.names.request(nestedTags.map((name) => encodePath(`${name}^{commit}`)))
  const peeled = new Map(nestedTags.map((name, index) => [name, answers[index]]))
  return listed.flatMap(({ id, isNestedTag, name }): ReadonlyArray<RefTip> => {
    const answer = peeled.get(name)
    const tip = isNestedTag ? (answer?._tag === "Found" ? answer.id : "") : id
    return Option.toArray(Option.map(ObjectId.makeOption(tip), (commit) => ({ name, commit })))
  })
})

/**
 * Streams items from git, one behind: each item is passed on when the next one begins, and the last one only if git
 * succeeds. If git fails at a missing object, the item it was writing may be incomplete.
 */
const streamComplete = Effect.fnUntraced(function* <A>(
  session: GitSession,
  call: GitCall,
  readerOf: (take: (item: A) => void) => ChunkReader,
  take: (item: A) => void
) {
  let last = Option.none<A>()
  const passOn = () => void Option.map(last, take)
  const reader = readerOf((item) => {
    passOn()
    last = Option.some(item)
  })
  yield* session.runner.stream(call, reader)
  passOn()
})

const format = ["--raw", "-z", "--encoding=UTF-8", `--format=${changeFormat}`]

/**
 * {@link Git.changes}. Merges come last, with the files that differ from every parent and without rename detection.
 * With it, git would compare everything between the parents, which takes a hundred times as long as all the rest.
 */
export const changes = Effect.fn("Git.changes")(function* (
  session: GitSession,
  ids: ReadonlyArray<ObjectId>,
  take: (change: CommitChange) => void,
  options?: { readonly renames?: boolean }
) {
  if (ids.length === 0) return
  const merges: Array<ObjectId> = []
  const detection = options?.renames === false ? ["--no-renames"] : renames
  const call = bareCall(session, [...isolationOptions, ...detection, ...format], ids)
  const outcome = yield* Effect.exit(
    streamComplete(session, call, makeChangeReader, (change) => {
      if (change.parents.length > 1) merges.push(change.id)
      else take(change)
    })
  )
  if (merges.length > 0) {
    const combined = bareCall(session, [...isolationOptions, "-c", "--no-renames", ...format], merges)
    yield* streamComplete(session, combined, makeChangeReader, take)
  }
  yield* outcome
})

/** {@link Git.patches}. */
export const patches = Effect.fn("Git.patches")(function* (
  session: GitSession,
  ids: ReadonlyArray<ObjectId>,
  options: PatchOptions,
  take: (patch: CommitPatch) => void
) {
  if (ids.length === 0) return
  const mark = randomUUID()
  const idLength = session.repository.objectFormat === "sha256" ? 64 : 40
  const prefixes = ["--no-color", "--src-prefix=a/", "--dst-prefix=b/"]
  const merges = options.merges === true ? ["--diff-merges=first-parent"] : []
  const { paths = [] } = options
  yield* Effect.forEach(paths, checkPath, { discard: true })
  const selected = paths.length === 0 ? [] : ["--", ...paths]
  const header = `--format=${patchFormat(mark)}`
  const args = [...isolationOptions, ...renames, ...merges, "-p", ...prefixes, header, ...selected]
  const readerOf = (takePatch: typeof take) => makePatchReader(mark, { ...options, idLength }, takePatch)
  yield* streamComplete(session, bareCall(session, args, ids), readerOf, take)
})
