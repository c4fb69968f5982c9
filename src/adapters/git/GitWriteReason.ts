import { Schema } from "effect"
import { FailureReason } from "../../domain/Failure.ts"
import { findHint } from "./FailureHint.ts"
import { escapeForDisplay } from "./DisplayText.ts"

/** A ref moved since the writer read it, or another process holds its lock. `detail`: git's message. */
export class RefMoved extends FailureReason<RefMoved>()(
  "RefMoved",
  { ref: Schema.String, detail: Schema.String },
  ({ detail, ref }) => ({
    code: "ref_moved",
    message: `Another process is updating ${escapeForDisplay(ref)}: ${detail}`,
    hint: findHint(detail) ?? "Try again."
  })
) {}

/** A remote has commits that the local ref does not. `detail`: git's message. */
export class PushRejected extends FailureReason<PushRejected>()(
  "PushRejected",
  { remote: Schema.String, ref: Schema.String, detail: Schema.String },
  ({ detail, ref, remote }) => ({
    code: "push_rejected",
    message: `${escapeForDisplay(remote)} has commits in ${escapeForDisplay(ref)} that are not here: ${detail}`,
    hint: "Fetch and merge them first: ultragit sync pull"
  })
) {}

/** A remote is unknown, unreachable or refuses access. `detail`: git's message. */
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

/** Git would write through a symbolic link, possibly into a file outside the repository. */
export class SymlinkInPath extends FailureReason<SymlinkInPath>()(
  "SymlinkInPath",
  { path: Schema.String },
  ({ path }) => ({
    code: "link_in_the_way",
    message: `${escapeForDisplay(path)} is a symbolic link, and git would write to its target.`,
    hint: "Replace it with a regular file or folder and try again."
  })
) {}

/** Git has no identity for the user. `detail`: git's message. */
export class IdentityUnknown extends FailureReason<IdentityUnknown>()(
  "IdentityUnknown",
  { detail: Schema.String },
  ({ detail }) => ({
    code: "identity_unknown",
    message: `Git does not know who you are: ${detail}`,
    hint: 'Set your identity: git config --global user.name "Your Name" && git config --global user.email you@example.com'
  })
) {}

/** `core.hooksPath` leads through a file, as `.git/hooks` does in a linked work tree, so that git runs no hooks. */
export class HooksPathUnusable extends FailureReason<HooksPathUnusable>()("HooksPathUnusable", {}, () => ({
  code: "hooks_path_unusable",
  message: "Git runs no hooks in this work tree: core.hooksPath leads through a file.",
  hint: "In a linked work tree, .git is a file. To use git's own folder for hooks: git config --unset core.hooksPath"
})) {}
