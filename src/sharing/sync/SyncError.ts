import { Schema } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** Git's configuration has no remote of this name. */
export class RemoteUnknown extends Schema.TaggedError<RemoteUnknown>()("RemoteUnknown", {
  remote: Schema.String,
  known: Schema.Array(Schema.String)
}) {}

/** The remote has a name that cannot be part of a ref, or of a list of names. */
export class RemoteUnusable extends Schema.TaggedError<RemoteUnusable>()("RemoteUnusable", {
  remote: Schema.String
}) {}

/** Others pushed notes each time before we could. */
export class PushOutrun extends Schema.TaggedError<PushOutrun>()("PushOutrun", {
  remote: Schema.String,
  attempts: Schema.Natural
}) {}

const Reason = Schema.Union([RemoteUnknown, RemoteUnusable, PushOutrun])

const words = (reason: typeof Reason.Type): Failure => {
  const remote = escapeControls(reason.remote)
  switch (reason._tag) {
    case "RemoteUnknown":
      return {
        code: "remote_unknown",
        message: `There is no remote named ${remote}.`,
        hint:
          reason.known.length === 0
            ? "This repository has no remote; git remote add makes one."
            : `Remotes here: ${reason.known.map(escapeControls).join(", ")}. Name one with --remote.`
      }
    case "RemoteUnusable":
      return {
        code: "remote_unusable",
        message: `The remote's name cannot be part of a ref: ${remote}`,
        hint: "Give it another name with git remote rename."
      }
    case "PushOutrun":
      return {
        code: "push_outrun",
        message: `The notes of ${remote} changed each of the ${reason.attempts} times they were to be pushed.`,
        hint: "Nothing is lost: the notes of the remote are merged here. Run ultragit sync push again."
      }
  }
}

/** The one error of sharing notes with a remote. */
export class SyncError extends Schema.TaggedError<SyncError>()("SyncError", { reason: Reason }) implements Failure {
  get code(): string {
    return words(this.reason).code
  }
  override get message(): string {
    return words(this.reason).message
  }
  get hint(): string | undefined {
    return words(this.reason).hint
  }
}
