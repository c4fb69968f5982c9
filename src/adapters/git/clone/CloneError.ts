import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../../domain/Failure.ts"
import { redactCredentials } from "./Address.ts"
import { findHint } from "../FailureHint.ts"
import { escapeForDisplay } from "../DisplayText.ts"

/** The text is not an address to clone from. */
export class AddressInvalid extends FailureReason<AddressInvalid>()(
  "AddressInvalid",
  { address: Schema.String },
  ({ address }) => ({
    code: "address_invalid",
    message: `Not a git address: ${escapeForDisplay(redactCredentials(address))}`,
    hint: "Give https://, http://, ssh://, git:// or file://, or git@host:path. For a local repository, give its path."
  })
) {}

/** The remote is unreachable, refuses access or has no such repository. `detail`: git's message. */
export class CloneFailed extends FailureReason<CloneFailed>()(
  "CloneFailed",
  { address: Schema.String, detail: Schema.String },
  ({ address, detail }) => ({
    code: "clone_failed",
    message: `Cannot fetch from ${escapeForDisplay(address)}: ${detail}`,
    hint:
      findHint(detail) ??
      "Check the address, the network and your credentials. git ls-remote must work with this address."
  })
) {}

/** The folder of a clone cannot be created or moved. */
export class CloneUnwritable extends FailureReason<CloneUnwritable>()(
  "CloneUnwritable",
  { directory: Schema.String, detail: Schema.String },
  ({ detail, directory }) => ({
    code: "clone_unwritable",
    message: `Cannot write the clone ${escapeForDisplay(directory)}: ${escapeForDisplay(detail)}`,
    hint: "Check that its parent folder exists and is writable."
  })
) {}

/** The error of `Clones`. */
export class CloneError extends ServiceError<CloneError>()(
  "CloneError",
  Schema.Union([AddressInvalid, CloneFailed, CloneUnwritable])
) {}
