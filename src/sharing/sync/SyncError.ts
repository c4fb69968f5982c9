import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** Git's configuration has no remote with this name. */
export class RemoteUnknown extends FailureReason<RemoteUnknown>()(
  "RemoteUnknown",
  { remote: Schema.String, known: Schema.Array(Schema.String) },
  ({ known, remote }) => ({
    code: "remote_unknown",
    message:
      known.length === 0 ? "This repository has no remote." : `There is no remote named ${escapeControls(remote)}.`,
    hint:
      known.length === 0
        ? `Add one: git remote add ${escapeControls(remote)} URL`
        : `Remotes here: ${known.map(escapeControls).join(", ")}. Name one with --remote.`
  })
) {}

/** The remote's name cannot be part of a ref or of a comma-separated list. */
export class RemoteUnusable extends FailureReason<RemoteUnusable>()(
  "RemoteUnusable",
  { remote: Schema.String },
  ({ remote }) => ({
    code: "remote_unusable",
    message: `The remote's name cannot be part of a ref: ${escapeControls(remote)}`,
    hint: "Rename the remote with git remote rename."
  })
) {}

/** Another push came first at every attempt. */
export class PushOutrun extends FailureReason<PushOutrun>()(
  "PushOutrun",
  { remote: Schema.String, attempts: Schema.Natural },
  ({ attempts, remote }) => ({
    code: "push_outrun",
    message: `Could not push notes to ${escapeControls(remote)}: they changed there during each of ${attempts} attempts.`,
    hint: "Nothing is lost: the remote's notes are merged here. Run ultragit sync push again."
  })
) {}

/** The error of sharing notes with a remote. */
export class SyncError extends ServiceError<SyncError>()(
  "SyncError",
  Schema.Union([RemoteUnknown, RemoteUnusable, PushOutrun])
) {}
