import type { Connection } from "../../adapters/sql/Connection.ts"
import { cFiles, folderOf, headerFiles } from "../linking/paths.ts"
import { keyOf, type Place } from "./Place.ts"

/** Languages whose headers declare what other files define. */
const languages = "'c', 'cpp'"

/** Kinds of what is declared in one file and defined in another. A type is defined where it is declared. */
const kinds = "'function', 'method', 'constant', 'variable'"

/** CROSS JOIN begins with the name; SQLite would go through all files of the view. */
const selectNamesakes = `
  SELECT DISTINCT paths.path AS path FROM definitions
  CROSS JOIN files ON files.blob = definitions.blob AND files.view = ?
  CROSS JOIN blobs ON blobs.id = files.blob CROSS JOIN paths ON paths.id = files.path
  WHERE qualified_name = ? COLLATE NOCASE AND qualified_name = ? AND is_exported = 1 AND kind IN (${kinds})
    AND blobs.language IN (${languages})
  ORDER BY paths.path`

const selectImport = `
  SELECT 1 AS found FROM paths JOIN files ON files.path = paths.id AND files.view = ?
  JOIN imports ON imports.links = files.links JOIN paths AS targets ON targets.id = imports.target_path
  WHERE paths.path = ? AND targets.path = ? LIMIT 1`

/**
 * Finds the other parts of a function or variable of C and C++: what defines one that a header declares, and what declares one.
 * Of several programs with definitions of one name, those count that take in the header, or lie next to it.
 */
export const findOtherParts = (connection: Connection, view: number, place: Place): ReadonlyArray<Place> => {
  if (place.name === "" || !cFiles.test(place.path)) return []
  const paths = connection.all(selectNamesakes, view, place.name, place.name).map((row) => row.text("path"))
  if (paths.length < 2 || !paths.includes(place.path)) return []
  const isHeader = headerFiles.test(place.path)
  const hasOneDefinition = paths.filter((path) => !headerFiles.test(path)).length === 1
  const belong = (definition: string, header: string): boolean =>
    hasOneDefinition ||
    folderOf(definition) === folderOf(header) ||
    connection.get(selectImport, view, definition, header) !== undefined
  return paths
    .filter((path) => headerFiles.test(path) !== isHeader)
    .filter((path) => (isHeader ? belong(path, place.path) : belong(place.path, path)))
    .map((path) => ({ path, name: place.name }))
}

/** Places with their other parts, each once. */
export const withOtherParts = (
  connection: Connection,
  view: number,
  places: ReadonlyArray<Place>
): ReadonlyArray<Place> => {
  const all = [...places, ...places.flatMap((place) => findOtherParts(connection, view, place))]
  return [...new Map(all.map((place) => [keyOf(place), place])).values()]
}
