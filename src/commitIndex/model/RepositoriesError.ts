import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** The source is neither a local repository nor a clone URL. */
export class SourceInvalid extends FailureReason<SourceInvalid>()(
  "SourceInvalid",
  { source: Schema.String },
  ({ source }) => ({
    code: "source_invalid",
    message: `Not a git repository: ${escapeControls(source)}`,
    hint: "Give a directory inside a repository, or a URL to clone from: https://, http://, ssh://, git://, file:// or git@host:path."
  })
) {}

/** Another repository in the index already has this name. */
export class NameTaken extends FailureReason<NameTaken>()(
  "NameTaken",
  { name: Schema.String, source: Schema.String },
  ({ name, source }) => ({
    code: "name_taken",
    message: `The index already has a repository named ${escapeControls(name)}: ${escapeControls(source)}`,
    hint: "Choose another name with --name. ultragit repos list shows the names in use."
  })
) {}

/** The name contains characters that repository names may not have, or is too long. */
export class NameInvalid extends FailureReason<NameInvalid>()("NameInvalid", { name: Schema.String }, ({ name }) => {
  const what = name === "" ? "nothing" : escapeControls(name.slice(0, 120))
  return {
    code: "name_invalid",
    message: `Invalid repository name: ${what}`,
    hint: "Set one with --name: up to 100 letters, digits, spaces and . _ - + @ /, starting with a letter or digit."
  }
}) {}

/** `--fork-of` names a repository that is not in the index, or the repository itself. */
export class ForkUnknown extends FailureReason<ForkUnknown>()(
  "ForkUnknown",
  { name: Schema.String, known: Schema.Array(Schema.String) },
  ({ known, name }) => ({
    code: "fork_unknown",
    message: `--fork-of must name another repository of the index, got ${escapeControls(name)}.`,
    hint:
      known.length === 0
        ? "The index has no other repository. Add the upstream first: ultragit repos add PATH."
        : `The index has ${known.map(escapeControls).join(", ")}.`
  })
) {}

/** Other repositories in the index are registered as forks of this one. */
export class HasForks extends FailureReason<HasForks>()(
  "HasForks",
  { name: Schema.String, forks: Schema.Array(Schema.String) },
  (error) => {
    const forks = error.forks.map(escapeControls)
    return {
      code: "has_forks",
      message: `${escapeControls(error.name)} has forks in the index: ${forks.join(", ")}`,
      hint: `Remove the forks first, or index them in full: ultragit repos update ${forks[0] ?? "NAME"} --fork-of ''`
    }
  }
) {}

/** Failures that only `Repositories` produces. */
export class RepositoriesError extends ServiceError<RepositoriesError>()(
  "RepositoriesError",
  Schema.Union([SourceInvalid, NameTaken, NameInvalid, ForkUnknown, HasForks])
) {}
