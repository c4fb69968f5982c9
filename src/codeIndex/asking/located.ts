import type { Connection } from "../../adapters/sql/Connection.ts"
import { findLocated, findWhole, parseLocations } from "../../domain/Location.ts"
import { readEnclosing } from "./readBlob.ts"
import type { Place } from "./Place.ts"

const readFiles = (connection: Connection, view: number) =>
  connection
    .all(
      `SELECT paths.path AS path, blob FROM files JOIN paths ON paths.id = files.path WHERE view = ? ORDER BY paths.path`,
      view
    )
    .map((row) => ({ path: row.text("path"), blob: row.integer("blob") }))

/**
 * Finds the definition around the line that a text names, as `src/pool.ts:12`, an address on a host or a line of a stack trace does; the
 * file, if no line is named or no definition is there. Undefined if the text names no file of the view, or several.
 */
export const findPlace = (connection: Connection, view: number, text: string): Place | undefined => {
  const locations = parseLocations(text)
  const files = locations.length === 0 ? [] : readFiles(connection, view)
  for (const { lines, path } of [...findWhole(text, files), ...locations]) {
    const [at = -1, ...others] = findLocated(path, files)
    const file = files[at]
    if (file === undefined || others.length > 0) continue
    const around = lines === undefined ? undefined : readEnclosing(connection, file.blob, lines.start)
    return { path: file.path, name: around?.name ?? "" }
  }
  return undefined
}
