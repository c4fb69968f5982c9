import { randomUUID } from "node:crypto"
import { Effect, Option } from "effect"
import { ObjectId } from "../../../domain/ObjectId.ts"
import { changeFormat, makeChangeReader } from "../parse/ChangeParser.ts"
import { emptyTreeId } from "./DiffReads.ts"
import type { CommitChange, CommitPatch, PatchOptions, RefTip } from "../CommitChange.ts"
import type { GitError } from "../GitError.ts"
import { type GitSession, sessionCall } from "../process/GitSession.ts"
import { repositoryOptions } from "../process/OpenRepository.ts"
import { makePatchReader, patchFormat } from "../parse/PatchParser.ts"
import { decodePath, encodePath } from "../parse/PathBytes.ts"
import type { GitCall } from "../process/GitRunner.ts"
import { type ChunkReader, makeRecordReader } from "../parse/Records.ts"

/** By git's own means, and the same whatever is configured. */
const plain = ["--stdin", "-r", "--root", "--always", "--no-ext-diff", "--no-textconv", "--ignore-submodules=none"]

/** A call that no attributes change, of a work tree, of the user or of HEAD: a commit stays what it is. */
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

/** A ref as git lists it, with what it leads to by one step. */
interface Listed {
  readonly name: string
  readonly id: string
  /** Whether that is a tag of a tag: only newer versions of git go on from there. */
  readonly isFurther: boolean
}

const listedOf = (line: Buffer): Listed => {
  const words = line.toString("latin1").split(" ", 4)
  const [id = "", type = "", peeled = "", peeledType = ""] = words
  const name = decodePath(line.subarray(words.join(" ").length + 1))
  if (type === "commit") return { name, id, isFurther: false }
  return { name, id: peeledType === "commit" ? peeled : "", isFurther: peeledType === "tag" }
}

/** Bytes of a tag beyond which nobody looks for what it is of. */
const largestTag = 1024 * 1024

/** What an object that a ref names is of, tag by tag, up to what is not here or damaged; none where that is no commit. */
const pastMissing = (session: GitSession, id: string): Effect.Effect<string | undefined, GitError> =>
  session.contents.ask([encodePath(id)], largestTag).pipe(
    Effect.catchReason("GitError", "ObjectMissing", () => Effect.succeed([])),
    Effect.flatMap(([answer]) => {
      if (answer?._tag !== "Found") return Effect.succeed(id)
      if (answer.type !== "tag") return Effect.succeed(answer.type === "commit" ? id : undefined)
      const target = /^object ([0-9a-f]+)\n/.exec(Buffer.from(answer.bytes).toString("latin1"))?.[1]
      return target === undefined ? Effect.undefined : pastMissing(session, target)
    })
  )

/**
 * What the refs lead to where git lists none of them, as an object that one leads to is not here: that object then
 * stands for the commit, so that whoever asks for it is told.
 */
const refsPastMissing = Effect.fnUntraced(function* (session: GitSession, prefixes: ReadonlyArray<string>) {
  const listed: Array<{ readonly name: string; readonly id: string }> = []
  const reader = makeRecordReader(10, (line) => {
    const [id = ""] = line.toString("latin1").split(" ", 1)
    listed.push({ id, name: decodePath(line.subarray(id.length + 1)) })
  })
  const args = ["--format=%(objectname) %(refname)", ...prefixes]
  yield* session.runner.stream(sessionCall(session, "for-each-ref", args), reader)
  // One after another: git ends at one that is damaged.
  const tips = yield* Effect.forEach(listed, ({ id }) => pastMissing(session, id))
  return listed.flatMap(({ name }, index): ReadonlyArray<RefTip> =>
    Option.toArray(Option.map(ObjectId.makeOption(tips[index] ?? ""), (commit) => ({ name, commit })))
  )
})

/** {@link Git.refs}. */
export const refs = Effect.fn("Git.refs")(function* (session: GitSession, prefixes: ReadonlyArray<string>) {
  const listed: Array<Listed> = []
  const reader = makeRecordReader(10, (line) => void listed.push(listedOf(line)))
  const fields = "%(objectname) %(objecttype) %(*objectname) %(*objecttype) %(refname)"
  const call = sessionCall(session, "for-each-ref", [`--format=${fields}`, ...prefixes])
  const isListed = yield* session.runner.stream(call, reader).pipe(
    Effect.as(true),
    Effect.catchReason("GitError", "ObjectMissing", () => Effect.succeed(false))
  )
  if (!isListed) return yield* refsPastMissing(session, prefixes)
  const further = listed.filter(({ isFurther }) => isFurther).map(({ name }) => name)
  const answers = yield* session.names.ask(further.map((name) => encodePath(`${name}^{commit}`)))
  const reached = new Map(further.map((name, index) => [name, answers[index]]))
  return listed.flatMap(({ id, isFurther, name }): ReadonlyArray<RefTip> => {
    const answer = reached.get(name)
    const tip = isFurther ? (answer?._tag === "Found" ? answer.id : "") : id
    return Option.toArray(Option.map(ObjectId.makeOption(tip), (commit) => ({ name, commit })))
  })
})

/**
 * Has git tell of commits one by one. Each is handed on when the next one begins, the last when git has ended well: what
 * it broke off in, at an object that is not here, is a part that looks like the whole.
 */
const streamWhole = Effect.fnUntraced(function* <A>(
  session: GitSession,
  call: GitCall,
  readerOf: (take: (item: A) => void) => ChunkReader,
  take: (item: A) => void
) {
  let last = Option.none<A>()
  const handOn = () => void Option.map(last, take)
  const reader = readerOf((item) => {
    handOn()
    last = Option.some(item)
  })
  yield* session.runner.stream(call, reader)
  handOn()
})

const format = ["--raw", "-z", "--encoding=UTF-8", `--format=${changeFormat}`]

/**
 * {@link Git.changes}. Merges are told last: with the files that are as no parent has them, and no renames looked for. Git
 * would compare all that lies between the parents, and that takes a hundred times as long as all the rest.
 */
export const changes = Effect.fn("Git.changes")(function* (
  session: GitSession,
  ids: ReadonlyArray<ObjectId>,
  take: (change: CommitChange) => void
) {
  if (ids.length === 0) return
  const merges: Array<ObjectId> = []
  const call = bareCall(session, [...plain, ...renames, ...format], ids)
  const told = yield* Effect.exit(
    streamWhole(session, call, makeChangeReader, (change) => {
      if (change.parents.length > 1) merges.push(change.id)
      else take(change)
    })
  )
  if (merges.length > 0) {
    const combined = bareCall(session, [...plain, "-c", "--no-renames", ...format], merges)
    yield* streamWhole(session, combined, makeChangeReader, take)
  }
  yield* told
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
  const args = [...plain, ...renames, ...merges, "-p", ...prefixes, `--format=${patchFormat(mark)}`]
  const readerOf = (tell: typeof take) => makePatchReader(mark, { ...options, idLength }, tell)
  yield* streamWhole(session, bareCall(session, args, ids), readerOf, take)
})
