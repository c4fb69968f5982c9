import { Effect, Option } from "effect"
import type { ObjectId } from "../domain/ObjectId.ts"
import { escapeControls } from "../domain/Text.ts"
import { CommandFailed, GitError } from "./GitError.ts"
import { failureOf, firstErrorLine } from "./GitFailure.ts"
import { RefMoved } from "./GitWriteReason.ts"
import { isFullRefName } from "./RefName.ts"
import type { WriteSession } from "./WriteSession.ts"

/** Git's words for a ref that is not where the writer saw it, or that another holds. */
const moved =
  /cannot lock ref.*(?:but expected|reference already exists|unable to resolve reference '[^']*'$|Unable to create '.*\.lock': File exists)|cannot lock references/m

/** A move of a ref. */
export interface RefUpdate {
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
 * Moves a ref by compare-and-swap: `RefMoved` when it is not where it is expected, or is being written. `ready`: what it
 * shall point at is known only when this ends; git is started meanwhile, and does nothing when there is none.
 */
export const updateRef = Effect.fnUntraced(function* (
  session: WriteSession,
  update: RefUpdate,
  ready: Effect.Effect<Option.Option<RefUpdate>> = Effect.succeedSome(update)
) {
  yield* checkRefName(update.ref)
  const subject = escapeControls(update.message ?? "update")
  const message = subject.startsWith("ultragit") ? subject : `ultragit: ${subject}`
  const zeros = "0".repeat(session.repository.objectFormat === "sha256" ? 64 : 40)
  const { exitCode, stderr } = yield* session.runner.collect(
    session.call("update-ref", ["--create-reflog", "-m", message, "-z", "--stdin"], {
      stdin: Effect.map(ready, (known) =>
        Buffer.from(Option.match(known, { onNone: () => "", onSome: (at) => instruction(at, zeros) }))
      ),
      exitCodes: [0, 1, 128]
    })
  )
  if (exitCode === 0) return
  return yield* moved.test(stderr)
    ? new GitError({ reason: new RefMoved({ ref: update.ref, detail: firstErrorLine(stderr) }) })
    : failureOf("update-ref", exitCode, stderr)
})
