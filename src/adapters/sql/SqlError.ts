import { Schema } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

const atPath = { path: Schema.String }
const withDetail = { ...atPath, detail: Schema.String }

/** There is no file. */
export class DatabaseMissing extends Schema.TaggedError<DatabaseMissing>()("DatabaseMissing", atPath) {
  get failure(): Failure {
    return {
      code: "database_missing",
      message: `There is no database at ${escapeControls(this.path)}.`,
      hint: undefined
    }
  }
}

/** The file cannot be opened or made. */
export class DatabaseUnopenable extends Schema.TaggedError<DatabaseUnopenable>()("DatabaseUnopenable", withDetail) {
  get failure(): Failure {
    return {
      code: "database_unopenable",
      message: `Cannot open the database ${escapeControls(this.path)}: ${escapeControls(this.detail)}`,
      hint: "Check that its folder exists and that you may write there."
    }
  }
}

/** The file is something else than what this program writes there. */
export class DatabaseForeign extends Schema.TaggedError<DatabaseForeign>()("DatabaseForeign", atPath) {
  get failure(): Failure {
    return {
      code: "database_foreign",
      message: `Not a database of this program: ${escapeControls(this.path)}`,
      hint: "Nothing was changed. Name another file."
    }
  }
}

/** A newer program wrote the file; nothing was changed. */
export class DatabaseNewer extends Schema.TaggedError<DatabaseNewer>()("DatabaseNewer", {
  path: Schema.String,
  found: Schema.Int,
  known: Schema.Int
}) {
  get failure(): Failure {
    return {
      code: "database_newer",
      message: `A newer version of ultragit wrote ${escapeControls(this.path)} (version ${this.found}, known here: ${this.known}).`,
      hint: "Nothing was changed. Update ultragit, or name another file."
    }
  }
}

/** An older program wrote the file, and it is opened only to be read. */
export class DatabaseOlder extends Schema.TaggedError<DatabaseOlder>()("DatabaseOlder", {
  path: Schema.String,
  found: Schema.Int,
  known: Schema.Int
}) {
  get failure(): Failure {
    return {
      code: "database_older",
      message: `An older version of ultragit wrote ${escapeControls(this.path)} (version ${this.found}, needed here: ${this.known}).`,
      hint: "The next write brings it up to date."
    }
  }
}

/** Another process writes and does not end. */
export class DatabaseBusy extends Schema.TaggedError<DatabaseBusy>()("DatabaseBusy", atPath) {
  get failure(): Failure {
    return {
      code: "database_busy",
      message: `Another process is writing to ${escapeControls(this.path)}.`,
      hint: "Try again when it has ended."
    }
  }
}

/** There is no room on the disk. */
export class DatabaseFull extends Schema.TaggedError<DatabaseFull>()("DatabaseFull", atPath) {
  get failure(): Failure {
    return {
      code: "database_full",
      message: `No room on the disk to write ${escapeControls(this.path)}.`,
      hint: "Nothing is lost of what was written before. Make room and try again."
    }
  }
}

/** The file may be read only. */
export class DatabaseReadOnly extends Schema.TaggedError<DatabaseReadOnly>()("DatabaseReadOnly", atPath) {
  get failure(): Failure {
    return {
      code: "database_read_only",
      message: `May not write to ${escapeControls(this.path)}.`,
      hint: "Check who owns the file and its folder."
    }
  }
}

/** Its content contradicts itself. */
export class DatabaseDamaged extends Schema.TaggedError<DatabaseDamaged>()("DatabaseDamaged", withDetail) {
  get failure(): Failure {
    return {
      code: "database_damaged",
      message: `The database ${escapeControls(this.path)} is damaged: ${escapeControls(this.detail)}`,
      hint: "It holds nothing that cannot be made again: delete it."
    }
  }
}

/** Whatever else SQLite says. */
export class DatabaseFailed extends Schema.TaggedError<DatabaseFailed>()("DatabaseFailed", withDetail) {
  get failure(): Failure {
    return {
      code: "database_failed",
      message: `The database ${escapeControls(this.path)} failed: ${escapeControls(this.detail)}`,
      hint: "Check that it is a file and that its disk is well."
    }
  }
}

/** The one error of {@link Database}. */
export class SqlError
  extends Schema.TaggedError<SqlError>()("SqlError", {
    reason: Schema.Union([
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
  })
  implements Failure
{
  get code(): string {
    return this.reason.failure.code
  }
  override get message(): string {
    return this.reason.failure.message
  }
  get hint(): string | undefined {
    return this.reason.failure.hint
  }
}
