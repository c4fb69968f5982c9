import { Schema } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** The client's file is there but is no JSON document of the form it should have. */
export class ConfigUnparseable extends Schema.TaggedError<ConfigUnparseable>()("ConfigUnparseable", {
  file: Schema.String,
  /** What is wrong, with line and column where known. */
  detail: Schema.String
}) {}

/** The client's file can be read, but not changed here without changing more than the entry. */
export class ConfigUneditable extends Schema.TaggedError<ConfigUneditable>()("ConfigUneditable", {
  file: Schema.String,
  detail: Schema.String,
  /** What to put in, or take out, by hand. */
  byHand: Schema.String
}) {}

/** The client has no file that this program could write for the user. */
export class ScopeUnknown extends Schema.TaggedError<ScopeUnknown>()("ScopeUnknown", {
  client: Schema.String,
  /** How to do it without this program. */
  byHand: Schema.String,
  /** Clients that have one. */
  known: Schema.Array(Schema.String)
}) {}

/** The client's file cannot be read or written. */
export class ConfigInaccessible extends Schema.TaggedError<ConfigInaccessible>()("ConfigInaccessible", {
  file: Schema.String,
  detail: Schema.String
}) {}

/** The program runs from a package runner's cache, which may vanish: no entry could name it. */
export class ProgramTransient extends Schema.TaggedError<ProgramTransient>()("ProgramTransient", {
  program: Schema.String
}) {}

/** Where the client keeps its file is not known on this machine. */
export class LocationUnknown extends Schema.TaggedError<LocationUnknown>()("LocationUnknown", {
  client: Schema.String,
  missing: Schema.String
}) {}

/** The client's files are not known here. */
export class ClientUnknown extends Schema.TaggedError<ClientUnknown>()("ClientUnknown", {
  client: Schema.String,
  known: Schema.Array(Schema.String),
  /** The name that was meant, perhaps. */
  near: Schema.optional(Schema.String)
}) {}

const OfFile = Schema.Union([ConfigUnparseable, ConfigUneditable, ConfigInaccessible])
const OfClient = Schema.Union([ScopeUnknown, ProgramTransient, LocationUnknown, ClientUnknown])
const Reason = Schema.Union([...OfFile.members, ...OfClient.members])

const fileWords = (reason: typeof OfFile.Type): Failure => {
  switch (reason._tag) {
    case "ConfigUnparseable":
      return {
        code: "config_unparseable",
        message: `Cannot understand ${escapeControls(reason.file)}: ${reason.detail}`,
        hint: "Correct the file and try again; it was not changed."
      }
    case "ConfigUneditable":
      return {
        code: "config_uneditable",
        message: `Cannot change ${escapeControls(reason.file)}: ${reason.detail}`,
        hint: `The file was not changed. ${reason.byHand}`
      }
    case "ConfigInaccessible":
      return {
        code: "config_inaccessible",
        message: `Cannot use ${escapeControls(reason.file)}: ${escapeControls(reason.detail)}`,
        hint: "Check the permissions of the file and its folder; nothing was changed."
      }
  }
}

const clientWords = (reason: typeof OfClient.Type): Failure => {
  switch (reason._tag) {
    case "ScopeUnknown":
      return {
        code: "scope_unknown",
        message: `The user's file of ${reason.client} is not written by this program.`,
        hint: `Use ${reason.byHand}; or leave out --global. With --global: ${reason.known.join(", ")}.`
      }
    case "ProgramTransient":
      return {
        code: "program_transient",
        message: `This program runs from a temporary place that clients cannot rely on: ${escapeControls(reason.program)}`,
        hint: "Install it (npm install --global ultragit) and run ultragit mcp install again."
      }
    case "LocationUnknown":
      return {
        code: "location_unknown",
        message: `Cannot tell where ${reason.client} keeps its configuration: ${reason.missing} is not set.`,
        hint: "Name the file with --config PATH."
      }
    case "ClientUnknown":
      return {
        code: "client_unknown",
        message: `The files of this client are not known here: ${escapeControls(reason.client)}`,
        hint: `${reason.near === undefined ? "" : `Did you mean ${reason.near}? `}Edit its file by hand, or name one of ${reason.known.join(", ")}.`
      }
  }
}

const words = (reason: typeof Reason.Type): Failure => {
  switch (reason._tag) {
    case "ConfigUnparseable":
    case "ConfigUneditable":
    case "ConfigInaccessible":
      return fileWords(reason)
    case "ScopeUnknown":
    case "ProgramTransient":
    case "LocationUnknown":
    case "ClientUnknown":
      return clientWords(reason)
  }
}

/** The one error of installing and uninstalling. */
export class InstallError
  extends Schema.TaggedError<InstallError>()("InstallError", { reason: Reason })
  implements Failure
{
  get code(): string {
    return words(this.reason).code
  }
  override get message(): string {
    return words(this.reason).message
  }
  get hint(): string | undefined {
    return words(this.reason).hint
  }
}
