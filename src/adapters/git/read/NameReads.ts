import { Effect, Option } from "effect"
import { ObjectId } from "../../../domain/ObjectId.ts"
import type { BatchAnswer } from "../batch/BatchParser.ts"
import { GitError, RefUnreadable, RevisionNotFound, UnbornHead } from "../GitError.ts"
import { firstErrorLine } from "../process/GitFailure.ts"
import { type GitSession, sessionCall } from "../process/GitSession.ts"
import { encodePath } from "../parse/PathBytes.ts"
import { isFullRefName } from "../RefName.ts"
import { hasNoRefs } from "./RefFiles.ts"

const maxNameChars = 65_536

const foundId = (answer: BatchAnswer | undefined): Option.Option<ObjectId> =>
  answer?._tag === "Found" ? Option.some(answer.id) : Option.none()

const lookUp = (session: GitSession, names: ReadonlyArray<string>) => session.names.request(names.map(encodePath))

/** Reads the object of a ref by its exact name. Fails with `RefUnreadable` if git complains about it. */
const readExactRef = Effect.fnUntraced(function* (session: GitSession, ref: string) {
  const { stderr, stdout } = yield* session.runner.collect(
    sessionCall(session, "for-each-ref", ["--format=%(objectname) %(refname)", "--", ref])
  )
  const line = stdout
    .toString("utf8")
    .split("\n")
    .find((text) => text.endsWith(` ${ref}`))
  if (line !== undefined) return Option.some(ObjectId.make(line.slice(0, line.indexOf(" "))))
  if (!stderr.includes(ref)) return Option.none<ObjectId>()
  return yield* new GitError({ reason: new RefUnreadable({ ref, detail: firstErrorLine(stderr) }) })
})

/** Lists the other refs that git would accept for a full ref name (gitrevisions, `<refname>`). */
const shadowsOf = (ref: string): ReadonlyArray<string> => [
  `refs/${ref}`,
  `refs/tags/${ref}`,
  `refs/heads/${ref}`,
  `refs/remotes/${ref}`,
  `refs/remotes/${ref}/HEAD`
]

/**
 * {@link Git.resolveRef}. Looks at files first, which may prove that there is none. Uses the long-lived process if the name can
 * only mean this ref. If that process does not find it, or if a branch or tag could shadow it, asks git for exactly this ref.
 */
export const resolveRef = Effect.fn("Git.resolveRef")(function* (session: GitSession, ref: string) {
  if (!isFullRefName(ref)) return Option.none<ObjectId>()
  if (yield* hasNoRefs(session.repository, [ref])) return Option.none<ObjectId>()
  const [found, ...shadows] = yield* lookUp(session, [ref, ...shadowsOf(ref)])
  if (found?._tag === "Found" && shadows.every((answer) => answer._tag === "Missing")) return Option.some(found.id)
  const exact = yield* readExactRef(session, ref)
  if (Option.isNone(exact)) return exact
  const [target] = yield* lookUp(session, [exact.value])
  if (target?._tag === "Found") return exact
  return yield* new GitError({ reason: new RefUnreadable({ ref, detail: `object ${exact.value} is missing` }) })
})

/** Asks which ref a symbolic ref stands for. */
const readSymbolicRef = (session: GitSession, ref: string) =>
  session.runner.collect(sessionCall(session, "symbolic-ref", ["--quiet", ref], { exitCodes: [0, 1, 128] }))

/** {@link Git.symbolicRef}. */
export const symbolicRef = Effect.fn("Git.symbolicRef")(function* (session: GitSession, ref: string) {
  if (!isFullRefName(ref)) return Option.none<string>()
  const { exitCode, stdout } = yield* readSymbolicRef(session, ref)
  return exitCode === 0 ? Option.some(stdout.toString("utf8").trimEnd()) : Option.none<string>()
})

/** Explains why HEAD names no commit. */
const explainHead = Effect.fnUntraced(function* (session: GitSession) {
  const { exitCode, stderr, stdout } = yield* readSymbolicRef(session, "HEAD")
  const branch = stdout.toString("utf8").trimEnd()
  if (exitCode === 0 && Option.isNone(yield* readExactRef(session, branch))) {
    return new GitError({ reason: new UnbornHead({}) })
  }
  const message = exitCode === 128 ? firstErrorLine(stderr) : ""
  const subject = exitCode === 0 ? branch : "it"
  const detail = message === "" ? `${subject} names no commit that is here` : message
  return new GitError({ reason: new RefUnreadable({ ref: "HEAD", detail }) })
})

/**
 * {@link Git.resolveCommit}. If the long-lived process does not find the revision, or dies of it (`@{upstream}` without
 * an upstream), tries once more with a new process.
 */
export const resolveCommit = Effect.fn("Git.resolveCommit")(function* (session: GitSession, revision: string) {
  const notFound = new GitError({ reason: new RevisionNotFound({ revision }) })
  if (revision === "" || /[\0\n]/.test(revision) || revision.length > maxNameChars) return yield* notFound
  const name = `${revision}^{commit}`
  const answered = yield* lookUp(session, [name]).pipe(
    Effect.map(([answer]) => foundId(answer)),
    Effect.catchReason("GitError", "CommandFailed", () => Effect.succeed(Option.none<ObjectId>()))
  )
  if (Option.isSome(answered)) return answered.value
  if (revision === "HEAD" || revision === "@") return yield* yield* explainHead(session)
  if (!revision.isWellFormed()) return yield* notFound
  const { stdout } = yield* session.runner.collect(
    sessionCall(session, "rev-parse", ["--verify", "--quiet", "--end-of-options", name], { exitCodes: [0, 1, 128] })
  )
  const id = stdout.toString("latin1").trimEnd()
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(id)) return yield* notFound
  yield* session.names.renew
  return ObjectId.make(id)
})
