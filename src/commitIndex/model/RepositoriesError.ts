import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** What was given is neither a repository here nor an address. */
export class SourceInvalid extends FailureReason<SourceInvalid>()(
  "SourceInvalid",
  { source: Schema.String },
  ({ source }) => ({
    code: "source_invalid",
    message: `Not a git repository: ${escapeControls(source)}`,
    hint: "Name a folder in a repository, or an address to clone from: https://, http://, ssh://, git://, file:// or git@host:path."
  })
) {}

/** Another repository of the index has this name. */
export class NameTaken extends FailureReason<NameTaken>()(
  "NameTaken",
  { name: Schema.String, source: Schema.String },
  ({ name, source }) => ({
    code: "name_taken",
    message: `A repository named ${escapeControls(name)} is indexed already: ${escapeControls(source)}`,
    hint: "Give this one another name with --name. ultragit repos list shows all."
  })
) {}

/** A repository cannot be called so. */
export class NameInvalid extends FailureReason<NameInvalid>()("NameInvalid", { name: Schema.String }, ({ name }) => {
  const what = name === "" ? "nothing" : escapeControls(name.slice(0, 120))
  return {
    code: "name_invalid",
    message: `Not a name for a repository: ${what}`,
    hint: "Give one with --name: up to 100 letters, digits, spaces and . _ - + @ /, beginning with a letter or digit."
  }
}) {}

/** The repository that one is said to be a fork of is not in the index, or is the same. */
export class ForkUnknown extends FailureReason<ForkUnknown>()(
  "ForkUnknown",
  { name: Schema.String, known: Schema.Array(Schema.String) },
  ({ known, name }) => ({
    code: "fork_unknown",
    message: `--fork-of must name another repository of the index, got ${escapeControls(name)}.`,
    hint:
      known.length === 0
        ? "The index has no other repository; add that one first: ultragit repos add PATH."
        : `The index has ${known.map(escapeControls).join(", ")}.`
  })
) {}

/** Others of the index are its forks. */
export class HasForks extends FailureReason<HasForks>()(
  "HasForks",
  { name: Schema.String, forks: Schema.Array(Schema.String) },
  (error) => {
    const forks = error.forks.map(escapeControls)
    return {
      code: "has_forks",
      message: `${escapeControls(error.name)} is what these are forks of: ${forks.join(", ")}`,
      hint: `Remove them first, or index all of them: ultragit repos update ${forks[0] ?? ""} --fork-of ''`
    }
  }
) {}

/** The one error of `Repositories`. */
export class RepositoriesError extends ServiceError<RepositoriesError>()(
  "RepositoriesError",
  Schema.Union([SourceInvalid, NameTaken, NameInvalid, ForkUnknown, HasForks])
) {}
