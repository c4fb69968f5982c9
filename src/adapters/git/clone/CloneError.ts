import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../../domain/Failure.ts"
import { redactCredentials } from "./Address.ts"
import { findHint } from "../FailureHint.ts"
import { escapeForDisplay } from "../DisplayText.ts"

/** Not an address that is cloned from. */
export class AddressInvalid extends FailureReason<AddressInvalid>()(
  "AddressInvalid",
  { address: Schema.String },
  ({ address }) => ({
    code: "address_invalid",
    message: `Not a git address: ${escapeForDisplay(redactCredentials(address))}`,
    hint: "Expected https://, http://, ssh://, git:// or file://, or git@host:path; for a repository on this machine its path."
  })
) {}

/** The remote cannot be reached, refuses, or has no such repository. `detail`: git's own words. */
export class CloneFailed extends FailureReason<CloneFailed>()(
  "CloneFailed",
  { address: Schema.String, detail: Schema.String },
  ({ address, detail }) => ({
    code: "clone_failed",
    message: `Cannot fetch from ${escapeForDisplay(address)}: ${detail}`,
    hint:
      findHint(detail) ??
      "Check the address, the network and your credentials: git ls-remote with this address must work."
  })
) {}

/** The folder of a clone cannot be made or moved. */
export class CloneUnwritable extends FailureReason<CloneUnwritable>()(
  "CloneUnwritable",
  { directory: Schema.String, detail: Schema.String },
  ({ detail, directory }) => ({
    code: "clone_unwritable",
    message: `Cannot write the clone ${escapeForDisplay(directory)}: ${escapeForDisplay(detail)}`,
    hint: "Check that its folder exists and that you may write there."
  })
) {}

/** The one error of `Clones`. */
export class CloneError extends ServiceError<CloneError>()(
  "CloneError",
  Schema.Union([AddressInvalid, CloneFailed, CloneUnwritable])
) {}
