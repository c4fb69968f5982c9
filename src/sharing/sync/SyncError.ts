import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** Git's configuration has no remote of this name. */
export class RemoteUnknown extends FailureReason<RemoteUnknown>()(
  "RemoteUnknown",
  { remote: Schema.String, known: Schema.Array(Schema.String) },
  ({ known, remote }) => ({
    code: "remote_unknown",
    message: `There is no remote named ${escapeControls(remote)}.`,
    hint:
      known.length === 0
        ? "This repository has no remote; git remote add makes one."
        : `Remotes here: ${known.map(escapeControls).join(", ")}. Name one with --remote.`
  })
) {}

/** The remote has a name that cannot be part of a ref, or of a list of names. */
export class RemoteUnusable extends FailureReason<RemoteUnusable>()(
  "RemoteUnusable",
  { remote: Schema.String },
  ({ remote }) => ({
    code: "remote_unusable",
    message: `The remote's name cannot be part of a ref: ${escapeControls(remote)}`,
    hint: "Give it another name with git remote rename."
  })
) {}

/** Others pushed notes each time before we could. */
export class PushOutrun extends FailureReason<PushOutrun>()(
  "PushOutrun",
  { remote: Schema.String, attempts: Schema.Natural },
  ({ attempts, remote }) => ({
    code: "push_outrun",
    message: `The notes of ${escapeControls(remote)} changed each of the ${attempts} times they were to be pushed.`,
    hint: "Nothing is lost: the notes of the remote are merged here. Run ultragit sync push again."
  })
) {}

/** The one error of sharing notes with a remote. */
export class SyncError extends ServiceError<SyncError>()(
  "SyncError",
  Schema.Union([RemoteUnknown, RemoteUnusable, PushOutrun])
) {}
