import { Schema } from "effect"
import { installAdvice } from "../../config/Program.ts"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** The client's file exists but does not parse, or does not have the expected structure. */
export class ConfigUnparseable extends FailureReason<ConfigUnparseable>()(
  "ConfigUnparseable",
  {
    file: Schema.String,
    /** What is wrong, with line and column where known. */
    detail: Schema.String
  },
  ({ detail, file }) => ({
    code: "config_unparseable",
    message: `Cannot parse ${escapeControls(file)}: ${detail}`,
    hint: "The file was not changed. Correct it and try again."
  })
) {}

/** The client's file parses, but this program cannot change the entry without changing something else. */
export class ConfigUneditable extends FailureReason<ConfigUneditable>()(
  "ConfigUneditable",
  {
    file: Schema.String,
    detail: Schema.String,
    /** What to add or remove by hand. */
    manualSteps: Schema.String
  },
  ({ manualSteps, detail, file }) => ({
    code: "config_uneditable",
    message: `Cannot change ${escapeControls(file)}: ${detail}`,
    hint: `The file was not changed. ${manualSteps}`
  })
) {}

/** This program does not write a user file of this client. */
export class ScopeUnknown extends FailureReason<ScopeUnknown>()(
  "ScopeUnknown",
  {
    client: Schema.String,
    /** How to register without this program. */
    manualSteps: Schema.String,
    /** Names of the clients whose user file this program writes. */
    known: Schema.Array(Schema.String)
  },
  ({ manualSteps, client, known }) => ({
    code: "scope_unknown",
    message: `This program does not write the user file of ${client}.`,
    hint: `Use ${manualSteps}, or omit --global. Clients that support --global: ${known.join(", ")}.`
  })
) {}

/** The client's file cannot be read or written. */
export class ConfigInaccessible extends FailureReason<ConfigInaccessible>()(
  "ConfigInaccessible",
  { file: Schema.String, detail: Schema.String },
  ({ detail, file }) => ({
    code: "config_inaccessible",
    message: `Cannot read or write ${escapeControls(file)}: ${escapeControls(detail)}`,
    hint: "The file was not changed. Check the permissions of the file and its folder."
  })
) {}

/** Files that this program would overwrite, but did not write. */
export class FilesForeign extends FailureReason<FilesForeign>()(
  "FilesForeign",
  { files: Schema.Array(Schema.String) },
  ({ files }) => ({
    code: "files_foreign",
    message: `Other content would be overwritten: ${files.map(escapeControls).join(", ")}`,
    hint: "Nothing was written. Choose another folder, or move these files away."
  })
) {}

/** The program runs from a package runner's cache, which can be deleted, so that an entry must not name it. */
export class ProgramTransient extends FailureReason<ProgramTransient>()(
  "ProgramTransient",
  { program: Schema.String },
  ({ program }) => ({
    code: "program_transient",
    message: `This program runs from a temporary folder, which a client's entry must not name: ${escapeControls(program)}`,
    hint: `Install it, then run ultragit mcp install again: ${installAdvice}`
  })
) {}

/** An environment variable that names the client's folder is not set. */
export class LocationUnknown extends FailureReason<LocationUnknown>()(
  "LocationUnknown",
  { client: Schema.String, missing: Schema.String },
  ({ client, missing }) => ({
    code: "location_unknown",
    message: `Cannot find the configuration of ${client}: ${missing} is not set.`,
    hint: "Pass the file with --config PATH."
  })
) {}

/** The address of a server cannot be written into a client's file. */
export class AddressInvalid extends FailureReason<AddressInvalid>()(
  "AddressInvalid",
  { problem: Schema.String },
  ({ problem }) => ({
    code: "address_invalid",
    message: `This address cannot be an entry: ${problem}`,
    hint: "Pass the address of an endpoint, as in --url https://git.example.com/r/app/mcp."
  })
) {}

/** The client's file has no entries with an address. */
export class RemoteUnsupported extends FailureReason<RemoteUnsupported>()(
  "RemoteUnsupported",
  { client: Schema.String },
  ({ client }) => ({
    code: "remote_unsupported",
    message: `${client} reads no servers with an address from its file.`,
    hint: "Add the address in its settings, as a connector, or use another client."
  })
) {}

/** This program does not know the client. */
export class ClientUnknown extends FailureReason<ClientUnknown>()(
  "ClientUnknown",
  {
    client: Schema.String,
    known: Schema.Array(Schema.String),
    /** The most similar name, if one is similar enough. */
    near: Schema.optional(Schema.String)
  },
  ({ client, known, near }) => ({
    code: "client_unknown",
    message: `Unknown client: ${escapeControls(client)}`,
    hint: `${near === undefined ? "" : `Did you mean ${near}? `}Edit the client's file by hand, or use one of ${known.join(", ")}.`
  })
) {}

/** The error of `install` and `uninstall`. */
export class InstallError extends ServiceError<InstallError>()(
  "InstallError",
  Schema.Union([
    ConfigUnparseable,
    ConfigUneditable,
    ScopeUnknown,
    ConfigInaccessible,
    FilesForeign,
    ProgramTransient,
    LocationUnknown,
    AddressInvalid,
    RemoteUnsupported,
    ClientUnknown
  ])
) {}
