import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

const atPath = { path: Schema.String }
const withDetail = { ...atPath, detail: Schema.String }

/** The file does not exist, or has no tables yet. */
export class DatabaseMissing extends FailureReason<DatabaseMissing>()("DatabaseMissing", atPath, ({ path }) => ({
  code: "database_missing",
  message: `Database not found: ${escapeControls(path)}`
})) {}

/** The file cannot be opened or created. */
export class DatabaseUnopenable extends FailureReason<DatabaseUnopenable>()(
  "DatabaseUnopenable",
  withDetail,
  ({ detail, path }) => ({
    code: "database_unopenable",
    message: `Cannot open the database ${escapeControls(path)}: ${escapeControls(detail)}`,
    hint: "Check that the folder exists and is writable."
  })
) {}

/** The file was not written by this program. */
export class DatabaseForeign extends FailureReason<DatabaseForeign>()("DatabaseForeign", atPath, ({ path }) => ({
  code: "database_foreign",
  message: `Not a database of this program: ${escapeControls(path)}`,
  hint: "Nothing was changed. Choose another file."
})) {}

/** A newer version of the program wrote the file. Nothing was changed. */
export class DatabaseNewer extends FailureReason<DatabaseNewer>()(
  "DatabaseNewer",
  { path: Schema.String, found: Schema.Int, known: Schema.Int },
  ({ found, known, path }) => ({
    code: "database_newer",
    message: `A newer version of ultragit wrote ${escapeControls(path)} (version ${found}; this one supports ${known}).`,
    hint: "Nothing was changed. Update ultragit, or choose another file."
  })
) {}

/** An older version of the program wrote the file, and it was opened read-only. */
export class DatabaseOlder extends FailureReason<DatabaseOlder>()(
  "DatabaseOlder",
  { path: Schema.String, found: Schema.Int, known: Schema.Int },
  ({ found, known, path }) => ({
    code: "database_older",
    message: `An older version of ultragit wrote ${escapeControls(path)} (version ${found}; this one needs ${known}).`,
    hint: "The next write migrates it."
  })
) {}

/** Another process is still writing after the timeout. */
export class DatabaseBusy extends FailureReason<DatabaseBusy>()("DatabaseBusy", atPath, ({ path }) => ({
  code: "database_busy",
  message: `Another process is writing to ${escapeControls(path)}.`,
  hint: "Try again when it has finished."
})) {}

/** The disk is full. */
export class DatabaseFull extends FailureReason<DatabaseFull>()("DatabaseFull", atPath, ({ path }) => ({
  code: "database_full",
  message: `Disk full while writing ${escapeControls(path)}.`,
  hint: "Earlier writes are safe. Free some space and try again."
})) {}

/** The file is not writable. */
export class DatabaseReadOnly extends FailureReason<DatabaseReadOnly>()("DatabaseReadOnly", atPath, ({ path }) => ({
  code: "database_read_only",
  message: `No permission to write to ${escapeControls(path)}.`,
  hint: "Check the owner and permissions of the file and its folder."
})) {}

/** The file is corrupt. */
export class DatabaseDamaged extends FailureReason<DatabaseDamaged>()(
  "DatabaseDamaged",
  withDetail,
  ({ detail, path }) => ({
    code: "database_damaged",
    message: `The database ${escapeControls(path)} is damaged: ${escapeControls(detail)}`,
    hint: "Delete it: everything in it can be rebuilt."
  })
) {}

/** Any other failure of SQLite. */
export class DatabaseFailed extends FailureReason<DatabaseFailed>()(
  "DatabaseFailed",
  withDetail,
  ({ detail, path }) => ({
    code: "database_failed",
    message: `The database ${escapeControls(path)} failed: ${escapeControls(detail)}`,
    hint: "Check that it is a regular file and that the disk is healthy."
  })
) {}

/** The error of {@link Database}. */
export class SqlError extends ServiceError<SqlError>()(
  "SqlError",
  Schema.Union([
    DatabaseMissing,
    DatabaseUnopenable,
    DatabaseForeign,
    DatabaseNewer,
    DatabaseOlder,
    DatabaseBusy,
    DatabaseFull,
    DatabaseReadOnly,
    DatabaseDamaged,
    DatabaseFailed
  ])
) {}
