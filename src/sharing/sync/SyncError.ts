import { Option, Schema } from "effect"
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

/** Notes would be published for the first time, and to a remote that was not named. */
export class SharingNotEnabled extends FailureReason<SharingNotEnabled>()(
  "SharingNotEnabled",
  { remote: Schema.String },
  ({ remote }) => ({
    code: "sharing_not_enabled",
    message: `Nothing was pushed: notes are not shared with ${escapeControls(remote)}, and it has none yet.`,
    hint: `Whoever can read ${escapeControls(remote)} could read them. To share them from now on: ultragit sync enable. To push them once: ultragit sync push --remote ${escapeControls(remote)}`
  })
) {}

/** Imported pull requests are only shared with the host that they came from. */
export class PullsOfOtherHost extends FailureReason<PullsOfOtherHost>()(
  "PullsOfOtherHost",
  { remote: Schema.String, host: Schema.Option(Schema.String), others: Schema.Array(Schema.String) },
  ({ host, others, remote }) => ({
    code: "pulls_of_other_host",
    message: Option.match(host, {
      onNone: () => `Imported pull requests are not shared with ${escapeControls(remote)}: its address names no host.`,
      onSome: (name) =>
        `Imported pull requests are not shared with ${escapeControls(remote)} at ${escapeControls(name)}: some came from ${others.map(escapeControls).join(", ")}.`
    }),
    hint: "They are only shared with the host that they came from. Name its remote with --remote."
  })
) {}

/** The error of sharing notes with a remote. */
export class SyncError extends ServiceError<SyncError>()(
  "SyncError",
  Schema.Union([RemoteUnknown, RemoteUnusable, PushOutrun, SharingNotEnabled, PullsOfOtherHost])
) {}
