import { Schema } from "effect"
import { FailureReason } from "../../domain/Failure.ts"
import { findHint } from "./FailureHint.ts"
import { escapeForDisplay } from "./DisplayText.ts"

/** A ref is not where the writer saw it: another was quicker, or holds its lock. `detail`: git's own words. */
export class RefMoved extends FailureReason<RefMoved>()(
  "RefMoved",
  { ref: Schema.String, detail: Schema.String },
  ({ detail, ref }) => ({
    code: "ref_moved",
    message: `Another process writes ${escapeForDisplay(ref)}: ${detail}`,
    hint: findHint(detail) ?? "Try again."
  })
) {}

/** A remote has something that is not here. `detail`: git's own words. */
export class PushRejected extends FailureReason<PushRejected>()(
  "PushRejected",
  { remote: Schema.String, ref: Schema.String, detail: Schema.String },
  ({ detail, ref, remote }) => ({
    code: "push_rejected",
    message: `${escapeForDisplay(remote)} has more in ${escapeForDisplay(ref)} than is here: ${detail}`,
    hint: "Bring it here first: ultragit sync pull"
  })
) {}

/** A remote is not known, cannot be reached or refuses. `detail`: git's own words. */
export class RemoteFailed extends FailureReason<RemoteFailed>()(
  "RemoteFailed",
  { remote: Schema.String, detail: Schema.String },
  ({ detail, remote }) => ({
    code: "remote_failed",
    message: `Remote ${escapeForDisplay(remote)} failed: ${detail}`,
    hint:
      findHint(detail) ??
      "Check the remote's name and address (git remote -v), the network and your credentials; ultragit never asks for a password."
  })
) {}

/** Git would write through a symbolic link, into a file that may be anybody's. */
export class SymlinkInPath extends FailureReason<SymlinkInPath>()(
  "SymlinkInPath",
  { path: Schema.String },
  ({ path }) => ({
    code: "link_in_the_way",
    message: `${escapeForDisplay(path)} is a symbolic link, and git would write where it leads.`,
    hint: "Put a file or folder of the repository's own in its place and try again."
  })
) {}

/** Git does not know who the user is. `detail`: git's own words. */
export class IdentityUnknown extends FailureReason<IdentityUnknown>()(
  "IdentityUnknown",
  { detail: Schema.String },
  ({ detail }) => ({
    code: "identity_unknown",
    message: `Git does not know who you are: ${detail}`,
    hint: 'Say it: git config --global user.name "Your Name" && git config --global user.email you@example.com'
  })
) {}
