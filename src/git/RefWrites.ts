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

/** Moves a ref by compare-and-swap: `RefMoved` when it is not where it is expected, or is being written. */
export const updateRef = Effect.fnUntraced(function* (session: WriteSession, update: RefUpdate) {
  if (!isFullRefName(update.ref)) {
    const detail = `not a full ref name: ${escapeControls(update.ref)}`
    return yield* new GitError({ reason: new CommandFailed({ command: "update-ref", exitCode: 0, detail }) })
  }
  const message = `ultragit: ${escapeControls(update.message ?? "update")}`
  const zeros = "0".repeat(session.repository.objectFormat === "sha256" ? 64 : 40)
  const { exitCode, stderr } = yield* session.runner.collect(
    session.call("update-ref", ["--create-reflog", "-m", message, "-z", "--stdin"], {
      stdin: Buffer.from(instruction(update, zeros)),
      exitCodes: [0, 1, 128]
    })
  )
  if (exitCode === 0) return
  return yield* moved.test(stderr)
    ? new GitError({ reason: new RefMoved({ ref: update.ref, detail: firstErrorLine(stderr) }) })
    : failureOf("update-ref", exitCode, stderr)
})
