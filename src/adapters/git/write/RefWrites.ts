import { Clock, Effect, Option } from "effect"
import { lstat, rm } from "node:fs/promises"
import { join } from "node:path"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import { escapeControls } from "../../../domain/Text.ts"
import { CommandFailed, GitError } from "../GitError.ts"
import { classifyFailure, firstErrorLine } from "../process/GitFailure.ts"
import { RefMoved } from "../GitWriteReason.ts"
import { checkNoSymlinks } from "../SymlinkCheck.ts"
import { isFullRefName } from "../RefName.ts"
import type { WriteSession } from "./WriteSession.ts"

/** Matches messages of git about a ref that moved or is locked by another process. */
const refMovedPattern =
  /cannot lock ref.*(?:but expected|reference already exists|unable to resolve reference '[^']*'$|Unable to create '.*\.lock': File exists)|cannot lock references/m

/** Age after which a ref lock is abandoned. Git holds one only while it writes a line. */
const lockExpiryMillis = 10 * 60 * 1000

/** Removes the lock that a killed git left on a ref, so that the next try succeeds. */
const expireLock = Effect.fnUntraced(function* (session: WriteSession, ref: string) {
  const lock = join(session.repository.commonDirectory, `${ref}.lock`)
  const stats = yield* Effect.option(Effect.tryPromise(() => lstat(lock)))
  const now = yield* Clock.currentTimeMillis
  if (Option.isNone(stats) || now - stats.value.mtimeMs < lockExpiryMillis) return
  yield* Effect.logWarning(`Removed the abandoned lock file ${lock}, which is older than ten minutes.`)
  yield* Effect.ignore(Effect.tryPromise(() => rm(lock, { force: true })))
})

/** An update of a ref. */
interface RefUpdate {
  readonly ref: string
  readonly to: Option.Option<ObjectId>
  readonly expected: Option.Option<ObjectId>
  /** Message for the reflog. */
  readonly message?: string | undefined
}

const instruction = (update: RefUpdate, zeros: string): string => {
  const expected = Option.getOrElse(update.expected, () => zeros)
  if (Option.isSome(update.to)) return `update ${update.ref}\0${update.to.value}\0${expected}\0`
  return Option.isSome(update.expected) ? `delete ${update.ref}\0${expected}\0` : `verify ${update.ref}\0${zeros}\0`
}

/** Fails unless git accepts this as a full ref name. */
export const checkRefName = (ref: string): Effect.Effect<void, GitError> => {
  const detail = `not a full ref name: ${escapeControls(ref)}`
  return isFullRefName(ref)
    ? Effect.void
    : Effect.fail(new GitError({ reason: new CommandFailed({ command: "update-ref", exitCode: 0, detail }) }))
}

/**
 * Fails if git would write a ref or its log through a symbolic link. The folders of all refs and all logs may be links:
 * some worktrees of one repository are set up like that.
 */
export const checkRefFiles = ({ repository }: WriteSession, ref: string) => {
  const below = ref.replace(/^refs\//, "")
  return Effect.forEach(
    ["refs", "logs/refs"],
    (folder) => checkNoSymlinks(join(repository.commonDirectory, folder), below),
    { discard: true }
  )
}

/**
 * Moves a ref by compare-and-swap. Fails with `RefMoved` if the ref is not at the expected commit or is locked; then
 * also removes a lock older than ten minutes, so that a retry can succeed. `ready`: computes the final update while git
 * starts; none makes git do nothing.
 */
export const updateRef = Effect.fnUntraced(function* (
  session: WriteSession,
  update: RefUpdate,
  ready: Effect.Effect<Option.Option<RefUpdate>> = Effect.succeedSome(update)
) {
  yield* checkRefName(update.ref)
  yield* checkRefFiles(session, update.ref)
  const subject = escapeControls(update.message ?? "update")
  const message = subject.startsWith("ultragit") ? subject : `ultragit: ${subject}`
  const zeros = "0".repeat(session.repository.objectFormat === "sha256" ? 64 : 40)
  const call = yield* session.refCall("update-ref", ["--create-reflog", "-m", message, "-z", "--stdin"], {
    stdin: Effect.map(ready, (known) =>
      Buffer.from(Option.match(known, { onNone: () => "", onSome: (at) => instruction(at, zeros) }))
    ),
    exitCodes: [0, 1, 128]
  })
  const { exitCode, stderr } = yield* session.run(call)
  if (exitCode === 0) return
  if (!refMovedPattern.test(stderr)) return yield* classifyFailure("update-ref", exitCode, stderr)
  yield* expireLock(session, update.ref)
  return yield* new GitError({ reason: new RefMoved({ ref: update.ref, detail: firstErrorLine(stderr) }) })
})
