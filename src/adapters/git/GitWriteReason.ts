import { Schema } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import { remedyOf } from "./Remedy.ts"
import { shown } from "./Shown.ts"

/** A ref is not where the writer saw it: another was quicker, or holds its lock. `detail`: git's own words. */
export class RefMoved
  extends Schema.TaggedError<RefMoved>()("RefMoved", {
    ref: Schema.String,
    detail: Schema.String
  })
  implements Failure
{
  get code(): string {
    return "ref_moved"
  }
  override get message(): string {
    return `Another process writes ${shown(this.ref)}: ${this.detail}`
  }
  get hint(): string | undefined {
    return remedyOf(this.detail) ?? "Try again."
  }
}

/** A remote has something that is not here. `detail`: git's own words. */
export class PushRejected
  extends Schema.TaggedError<PushRejected>()("PushRejected", {
    remote: Schema.String,
    ref: Schema.String,
    detail: Schema.String
  })
  implements Failure
{
  get code(): string {
    return "push_rejected"
  }
  override get message(): string {
    return `${shown(this.remote)} has more in ${shown(this.ref)} than is here: ${this.detail}`
  }
  get hint(): string | undefined {
    return "Bring it here first: ultragit sync pull"
  }
}

/** A remote is not known, cannot be reached or refuses. `detail`: git's own words. */
export class RemoteFailed
  extends Schema.TaggedError<RemoteFailed>()("RemoteFailed", {
    remote: Schema.String,
    detail: Schema.String
  })
  implements Failure
{
  get code(): string {
    return "remote_failed"
  }
  override get message(): string {
    return `Remote ${shown(this.remote)} failed: ${this.detail}`
  }
  get hint(): string | undefined {
    const own = remedyOf(this.detail)
    if (own !== undefined) return own
    return "Check the remote's name and address (git remote -v), the network and your credentials; ultragit never asks for a password."
  }
}

/** Git would write through a symbolic link, into a file that may be anybody's. */
export class LinkInTheWay
  extends Schema.TaggedError<LinkInTheWay>()("LinkInTheWay", {
    path: Schema.String
  })
  implements Failure
{
  get code(): string {
    return "link_in_the_way"
  }
  override get message(): string {
    return `${shown(this.path)} is a symbolic link, and git would write where it leads.`
  }
  get hint(): string | undefined {
    return "Put a file or folder of the repository's own in its place and try again."
  }
}

/** Git does not know who the user is. `detail`: git's own words. */
export class IdentityUnknown
  extends Schema.TaggedError<IdentityUnknown>()("IdentityUnknown", {
    detail: Schema.String
  })
  implements Failure
{
  get code(): string {
    return "identity_unknown"
  }
  override get message(): string {
    return `Git does not know who you are: ${this.detail}`
  }
  get hint(): string | undefined {
    return 'Say it: git config --global user.name "Your Name" && git config --global user.email you@example.com'
  }
}
