import { Schema } from "effect"
import type { Failure } from "../../../domain/Failure.ts"
import { withoutSecrets } from "./Address.ts"
import { remedyOf } from "../Remedy.ts"
import { shown } from "../Shown.ts"

/** Not an address that is cloned from. */
export class AddressInvalid extends Schema.TaggedError<AddressInvalid>()("AddressInvalid", { address: Schema.String }) {
  get failure(): Failure {
    return {
      code: "address_invalid",
      message: `Not a git address: ${shown(withoutSecrets(this.address))}`,
      hint: "Expected https://, http://, ssh://, git:// or file://, or git@host:path; for a repository on this machine its path."
    }
  }
}

/** The remote cannot be reached, refuses, or has no such repository. `detail`: git's own words. */
export class CloneFailed extends Schema.TaggedError<CloneFailed>()("CloneFailed", {
  address: Schema.String,
  detail: Schema.String
}) {
  get failure(): Failure {
    return {
      code: "clone_failed",
      message: `Cannot fetch from ${shown(this.address)}: ${this.detail}`,
      hint:
        remedyOf(this.detail) ??
        "Check the address, the network and your credentials: git ls-remote with this address must work."
    }
  }
}

/** The folder of a clone cannot be made or moved. */
export class CloneUnwritable extends Schema.TaggedError<CloneUnwritable>()("CloneUnwritable", {
  directory: Schema.String,
  detail: Schema.String
}) {
  get failure(): Failure {
    return {
      code: "clone_unwritable",
      message: `Cannot write the clone ${shown(this.directory)}: ${shown(this.detail)}`,
      hint: "Check that its folder exists and that you may write there."
    }
  }
}

/** The one error of `Clones`. */
export class CloneError
  extends Schema.TaggedError<CloneError>()("CloneError", {
    reason: Schema.Union([AddressInvalid, CloneFailed, CloneUnwritable])
  })
  implements Failure
{
  get code(): string {
    return this.reason.failure.code
  }
  override get message(): string {
    return this.reason.failure.message
  }
  get hint(): string | undefined {
    return this.reason.failure.hint
  }
}
