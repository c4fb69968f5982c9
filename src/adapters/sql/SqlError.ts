import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

const atPath = { path: Schema.String }
const withDetail = { ...atPath, detail: Schema.String }

/** There is no file. */
export class DatabaseMissing extends FailureReason<DatabaseMissing>()("DatabaseMissing", atPath, ({ path }) => ({
  code: "database_missing",
  message: `There is no database at ${escapeControls(path)}.`
})) {}

/** The file cannot be opened or made. */
export class DatabaseUnopenable extends FailureReason<DatabaseUnopenable>()(
  "DatabaseUnopenable",
  withDetail,
  ({ detail, path }) => ({
    code: "database_unopenable",
    message: `Cannot open the database ${escapeControls(path)}: ${escapeControls(detail)}`,
    hint: "Check that its folder exists and that you may write there."
  })
) {}

/** The file is something else than what this program writes there. */
export class DatabaseForeign extends FailureReason<DatabaseForeign>()("DatabaseForeign", atPath, ({ path }) => ({
  code: "database_foreign",
  message: `Not a database of this program: ${escapeControls(path)}`,
  hint: "Nothing was changed. Name another file."
})) {}

/** A newer program wrote the file; nothing was changed. */
export class DatabaseNewer extends FailureReason<DatabaseNewer>()(
  "DatabaseNewer",
  { path: Schema.String, found: Schema.Int, known: Schema.Int },
  ({ found, known, path }) => ({
    code: "database_newer",
    message: `A newer version of ultragit wrote ${escapeControls(path)} (version ${found}, known here: ${known}).`,
    hint: "Nothing was changed. Update ultragit, or name another file."
  })
) {}

/** An older program wrote the file, and it is opened only to be read. */
export class DatabaseOlder extends FailureReason<DatabaseOlder>()(
  "DatabaseOlder",
  { path: Schema.String, found: Schema.Int, known: Schema.Int },
  ({ found, known, path }) => ({
    code: "database_older",
    message: `An older version of ultragit wrote ${escapeControls(path)} (version ${found}, needed here: ${known}).`,
    hint: "The next write brings it up to date."
  })
) {}

/** Another process writes and does not end. */
export class DatabaseBusy extends FailureReason<DatabaseBusy>()("DatabaseBusy", atPath, ({ path }) => ({
  code: "database_busy",
  message: `Another process is writing to ${escapeControls(path)}.`,
  hint: "Try again when it has ended."
})) {}

/** There is no room on the disk. */
export class DatabaseFull extends FailureReason<DatabaseFull>()("DatabaseFull", atPath, ({ path }) => ({
  code: "database_full",
  message: `No room on the disk to write ${escapeControls(path)}.`,
  hint: "Nothing is lost of what was written before. Make room and try again."
})) {}

/** The file may be read only. */
export class DatabaseReadOnly extends FailureReason<DatabaseReadOnly>()("DatabaseReadOnly", atPath, ({ path }) => ({
  code: "database_read_only",
  message: `May not write to ${escapeControls(path)}.`,
  hint: "Check who owns the file and its folder."
})) {}

/** Its content contradicts itself. */
export class DatabaseDamaged extends FailureReason<DatabaseDamaged>()(
  "DatabaseDamaged",
  withDetail,
  ({ detail, path }) => ({
    code: "database_damaged",
    message: `The database ${escapeControls(path)} is damaged: ${escapeControls(detail)}`,
    hint: "It holds nothing that cannot be made again: delete it."
  })
) {}

/** Whatever else SQLite says. */
export class DatabaseFailed extends FailureReason<DatabaseFailed>()(
  "DatabaseFailed",
  withDetail,
  ({ detail, path }) => ({
    code: "database_failed",
    message: `The database ${escapeControls(path)} failed: ${escapeControls(detail)}`,
    hint: "Check that it is a file and that its disk is well."
  })
) {}

/** The one error of {@link Database}. */
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
