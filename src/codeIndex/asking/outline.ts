import { Result } from "effect"
import type { Connection } from "../../adapters/sql/Connection.ts"
import type { OutlineAnswer } from "../model/answers.ts"
import { CodeError, FileUnknown } from "../model/CodeError.ts"
import { nearPaths } from "../../domain/nearPaths.ts"
import { toIndexPath } from "./filePaths.ts"
import { blobStates } from "../store/schema.ts"
import { readState } from "./state.ts"

/** Says why the definitions of a file are not known, or not all. */
const explainGaps = (state: number, detail: string): ReadonlyArray<string> => {
  switch (state) {
    case blobStates.partial:
      return ["Parts of this file could not be parsed: definitions may be missing."]
    case blobStates.unsupported:
      return ["There is no grammar for this language: searches find the file by its words."]
    case blobStates.skipped:
      return [`This file is found by its path only: ${detail}.`]
    case blobStates.failed:
      return [`This file could not be parsed: ${detail}.`]
    default:
      return []
  }
}

const maxShownFiles = 3

/** Says which files the path of none may stand for. */
const describeUnknown = (connection: Connection, view: number | undefined, path: string): CodeError => {
  const paths =
    view === undefined
      ? []
      : connection
          .all("SELECT paths.path FROM files JOIN paths ON paths.id = files.path WHERE view = ? ORDER BY 1", view)
          .map((row) => row.text("path"))
  const folder = `${path.replace(/\/+$/, "")}/`
  const below = paths.filter((each) => each.startsWith(folder)).slice(0, maxShownFiles)
  return new CodeError({ reason: new FileUnknown({ path, near: nearPaths(path, paths), below }) })
}

/** Lists the definitions of a file, fields included, in source order. */
export const readOutline = (
  connection: Connection,
  view: number | undefined,
  given: string
): Result.Result<OutlineAnswer, CodeError> => {
  const path = toIndexPath(given)
  const file =
    view === undefined
      ? undefined
      : connection.get(
          `SELECT blob, language, state, detail FROM files JOIN paths ON paths.id = files.path JOIN blobs ON blobs.id = blob
           WHERE view = ? AND paths.path = ?`,
          view,
          path
        )
  if (view === undefined || file === undefined) return Result.fail(describeUnknown(connection, view, path))
  const rows = connection.all("SELECT * FROM definitions WHERE blob = ? ORDER BY number", file.integer("blob"))
  const language = file.text("language")
  const warnings = explainGaps(file.integer("state"), file.textOrNull("detail") ?? "")
  return Result.succeed({
    path,
    ...(language === "" ? {} : { language }),
    definitions: rows.map((row) => ({
      type: row.text("kind"),
      name: row.text("qualified_name"),
      signature: row.text("signature"),
      line: row.integer("line"),
      end_line: row.integer("end_line"),
      exported: row.integer("is_exported") === 1
    })),
    index: readState(connection, view),
    ...(warnings.length === 0 ? {} : { warnings })
  })
}
