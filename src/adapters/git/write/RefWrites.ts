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

/** Git's words for a ref that is not where the writer saw it, or that another holds. */
const moved =
  /cannot lock ref.*(?:but expected|reference already exists|unable to resolve reference '[^']*'$|Unable to create '.*\.lock': File exists)|cannot lock references/m

/** Milliseconds after which a ref's lock is nobody's any more: git holds one for as long as it writes a line. */
const lockLife = 10 * 60 * 1000

/** Takes away the lock that a killed git left on a ref; the next try will have it. */
const expireLock = Effect.fnUntraced(function* (session: WriteSession, ref: string) {
  const lock = join(session.repository.commonDirectory, `${ref}.lock`)
  const found = yield* Effect.option(Effect.tryPromise(() => lstat(lock)))
  const now = yield* Clock.currentTimeMillis
  if (Option.isNone(found) || now - found.value.mtimeMs < lockLife) return
  yield* Effect.logWarning(`Took away ${lock}: its writer has been gone for long.`)
  yield* Effect.ignore(Effect.tryPromise(() => rm(lock, { force: true })))
})

/** A move of a ref. */
interface RefUpdate {
  readonly ref: string
  readonly to: Option.Option<ObjectId>
  readonly expected: Option.Option<ObjectId>
  /** Subject for the reflog. */
  readonly message?: string | undefined
}

const instruction = (update: RefUpdate, zeros: string): string => {
  const expected = Option.getOrElse(update.expected, () => zeros)
  if (Option.isSome(update.to)) return `update ${update.ref}\0${update.to.value}\0${expected}\0`
  return Option.isSome(update.expected) ? `delete ${update.ref}\0${expected}\0` : `verify ${update.ref}\0${zeros}\0`
}

/** Fails unless git would take this for a full ref name, and for nothing else. */
export const checkRefName = (ref: string): Effect.Effect<void, GitError> => {
  const detail = `not a full ref name: ${escapeControls(ref)}`
  return isFullRefName(ref)
    ? Effect.void
    : Effect.fail(new GitError({ reason: new CommandFailed({ command: "update-ref", exitCode: 0, detail }) }))
}

/**
 * Fails where git would write a ref or its log through a link. The folders that hold all refs and all logs may be links:
 * several work trees of one repository are made like that.
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
 * Moves a ref by compare-and-swap: `RefMoved` when it is not where it is expected, or is being written; a lock that is
 * older than ten minutes is then taken away, so that trying again is worth it. `ready`: what it
 * shall point at is known only when this ends; git is started meanwhile, and does nothing when there is none.
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
  const { exitCode, stderr } = yield* session.run(
    session.call("update-ref", ["--create-reflog", "-m", message, "-z", "--stdin"], {
      stdin: Effect.map(ready, (known) =>
        Buffer.from(Option.match(known, { onNone: () => "", onSome: (at) => instruction(at, zeros) }))
      ),
      exitCodes: [0, 1, 128]
    })
  )
  if (exitCode === 0) return
  if (!moved.test(stderr)) return yield* classifyFailure("update-ref", exitCode, stderr)
  yield* expireLock(session, update.ref)
  return yield* new GitError({ reason: new RefMoved({ ref: update.ref, detail: firstErrorLine(stderr) }) })
})
