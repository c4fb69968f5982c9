import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** The client's file is there but is no JSON document of the form it should have. */
export class ConfigUnparseable extends FailureReason<ConfigUnparseable>()(
  "ConfigUnparseable",
  {
    file: Schema.String,
    /** What is wrong, with line and column where known. */
    detail: Schema.String
  },
  ({ detail, file }) => ({
    code: "config_unparseable",
    message: `Cannot understand ${escapeControls(file)}: ${detail}`,
    hint: "Correct the file and try again; it was not changed."
  })
) {}

/** The client's file can be read, but not changed here without changing more than the entry. */
export class ConfigUneditable extends FailureReason<ConfigUneditable>()(
  "ConfigUneditable",
  {
    file: Schema.String,
    detail: Schema.String,
    /** What to put in, or take out, by hand. */
    byHand: Schema.String
  },
  ({ byHand, detail, file }) => ({
    code: "config_uneditable",
    message: `Cannot change ${escapeControls(file)}: ${detail}`,
    hint: `The file was not changed. ${byHand}`
  })
) {}

/** The client has no file that this program could write for the user. */
export class ScopeUnknown extends FailureReason<ScopeUnknown>()(
  "ScopeUnknown",
  {
    client: Schema.String,
    /** How to do it without this program. */
    byHand: Schema.String,
    /** Clients that have one. */
    known: Schema.Array(Schema.String)
  },
  ({ byHand, client, known }) => ({
    code: "scope_unknown",
    message: `The user's file of ${client} is not written by this program.`,
    hint: `Use ${byHand}; or leave out --global. With --global: ${known.join(", ")}.`
  })
) {}

/** The client's file cannot be read or written. */
export class ConfigInaccessible extends FailureReason<ConfigInaccessible>()(
  "ConfigInaccessible",
  { file: Schema.String, detail: Schema.String },
  ({ detail, file }) => ({
    code: "config_inaccessible",
    message: `Cannot use ${escapeControls(file)}: ${escapeControls(detail)}`,
    hint: "Check the permissions of the file and its folder; nothing was changed."
  })
) {}

/** The program runs from a package runner's cache, which may vanish: no entry could name it. */
export class ProgramTransient extends FailureReason<ProgramTransient>()(
  "ProgramTransient",
  { program: Schema.String },
  ({ program }) => ({
    code: "program_transient",
    message: `This program runs from a temporary place that clients cannot rely on: ${escapeControls(program)}`,
    hint: "Install it (npm install --global ultragit) and run ultragit mcp install again."
  })
) {}

/** Where the client keeps its file is not known on this machine. */
export class LocationUnknown extends FailureReason<LocationUnknown>()(
  "LocationUnknown",
  { client: Schema.String, missing: Schema.String },
  ({ client, missing }) => ({
    code: "location_unknown",
    message: `Cannot tell where ${client} keeps its configuration: ${missing} is not set.`,
    hint: "Name the file with --config PATH."
  })
) {}

/** The client's files are not known here. */
export class ClientUnknown extends FailureReason<ClientUnknown>()(
  "ClientUnknown",
  {
    client: Schema.String,
    known: Schema.Array(Schema.String),
    /** The name that was meant, perhaps. */
    near: Schema.optional(Schema.String)
  },
  ({ client, known, near }) => ({
    code: "client_unknown",
    message: `The files of this client are not known here: ${escapeControls(client)}`,
    hint: `${near === undefined ? "" : `Did you mean ${near}? `}Edit its file by hand, or name one of ${known.join(", ")}.`
  })
) {}

/** The one error of installing and uninstalling. */
export class InstallError extends ServiceError<InstallError>()(
  "InstallError",
  Schema.Union([
    ConfigUnparseable,
    ConfigUneditable,
    ScopeUnknown,
    ConfigInaccessible,
    ProgramTransient,
    LocationUnknown,
    ClientUnknown
  ])
) {}
