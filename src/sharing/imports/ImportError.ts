import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** No remote names a project on a host of this kind. */
export class NoProject extends FailureReason<NoProject>()(
  "NoProject",
  { title: Schema.String, remotes: Schema.Array(Schema.String) },
  ({ remotes, title }) => ({
    code: "import_no_project",
    message:
      remotes.length === 0
        ? "This repository has no remote to import from."
        : `No remote of this repository is a project on ${title}: ${remotes.map(escapeControls).join(", ")}.`,
    hint: "Add the remote, git remote add NAME URL, and name it with --remote NAME."
  })
) {}

/** The record of what was imported cannot be read or written. */
export class StateFailed extends FailureReason<StateFailed>()(
  "StateFailed",
  { file: Schema.String, detail: Schema.String },
  ({ detail, file }) => ({
    code: "import_state_failed",
    message: `Cannot access ${escapeControls(file)}: ${escapeControls(detail)}`
  })
) {}

/** The error of importing pull requests, apart from those of git and the host. */
export class ImportError extends ServiceError<ImportError>()("ImportError", Schema.Union([NoProject, StateFailed])) {}
