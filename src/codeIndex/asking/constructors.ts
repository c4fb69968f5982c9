import type { Connection } from "../../adapters/sql/Connection.ts"
import { splitMember } from "./splitMember.ts"
import { keyOf, type Place } from "./Place.ts"

/** Names of constructors that are not those of their types, by language. */
const namesOf: Readonly<Record<string, ReadonlyArray<string>>> = {
  javascript: ["constructor"],
  kotlin: ["constructor"],
  php: ["__construct"],
  python: ["__init__", "__new__"],
  ruby: ["initialize"],
  scala: ["this"],
  swift: ["init"],
  tsx: ["constructor"],
  typescript: ["constructor"]
}
/** Languages whose constructors have the names of their types. */
const namedAsTypes: ReadonlySet<string> = new Set(["c", "cpp", "csharp", "java"])
const allNames: ReadonlySet<string> = new Set(Object.values(namesOf).flat())

/** Maximum types derived from one, indirectly ones included, that are looked at. */
const maxDerived = 1000

const lastOf = (container: string): string => (splitMember(container)?.[1] ?? container).replace(/<.*$/s, "")

const isConstructorOf = (language: string, container: string, member: string): boolean =>
  namesOf[language]?.includes(member) === true || (namedAsTypes.has(language) && member === lastOf(container))

const readLanguage = (connection: Connection, view: number, path: string): string =>
  connection
    .get(
      `SELECT language FROM paths JOIN files ON files.path = paths.id AND files.view = ? JOIN blobs ON blobs.id = blob
       WHERE paths.path = ?`,
      view,
      path
    )
    ?.text("language") ?? ""

const typeKinds = "'class', 'struct', 'interface', 'trait', 'enum', 'type'"

/**
 * Finds a type by its qualified name, in a file or, as C++ may define constructors outside of classes, in any. CROSS JOIN
 * begins with the name: SQLite would go through all files of the view.
 */
const findTypes = (connection: Connection, view: number, { name, path }: Place): ReadonlyArray<Place> => {
  const found = connection
    .all(
      `SELECT DISTINCT paths.path AS path, qualified_name AS name FROM definitions
       CROSS JOIN files ON files.blob = definitions.blob AND files.view = ? CROSS JOIN paths ON paths.id = files.path
       WHERE qualified_name = ? COLLATE NOCASE AND qualified_name = ? AND kind IN (${typeKinds}) ORDER BY paths.path`,
      view,
      name,
      name
    )
    .map((row) => ({ path: row.text("path"), name: row.text("name") }))
  const own = found.filter((each) => each.path === path)
  return own.length > 0 ? own : found
}

const hasConstructor = (connection: Connection, view: number, { name, path }: Place): boolean => {
  const language = readLanguage(connection, view, path)
  const names = namesOf[language] ?? [lastOf(name)]
  return names.some((member) =>
    [".", "::", "#"].some(
      (separator) =>
        connection.get(
          `SELECT number FROM definitions CROSS JOIN files ON files.blob = definitions.blob AND files.view = ?
           CROSS JOIN paths ON paths.id = files.path
           WHERE qualified_name = ? COLLATE NOCASE AND qualified_name = ? AND paths.path = ?`,
          view,
          `${name}${separator}${member}`,
          `${name}${separator}${member}`,
          path
        ) !== undefined
    )
  )
}

/**
 * Finds the types whose constructions run a definition: if that is a constructor, its type, and the types derived from that which
 * have no constructor of their own. References to a construction name the type (see `makeLinker`). `derivedFrom`: finds the types
 * that extend one directly.
 */
export const findConstructed = (
  connection: Connection,
  view: number,
  place: Place,
  derivedFrom: (type: Place) => ReadonlyArray<Place>
): ReadonlyArray<Place> => {
  const [container, member = ""] = splitMember(place.name) ?? []
  if (container === undefined || (!allNames.has(member) && member !== lastOf(container))) return []
  if (!isConstructorOf(readLanguage(connection, view, place.path), container, member)) return []
  const found = [...findTypes(connection, view, { path: place.path, name: container })]
  const seen = new Set(found.map(keyOf))
  for (const type of found) {
    if (found.length > maxDerived) break
    for (const derived of derivedFrom(type)) {
      if (seen.has(keyOf(derived))) continue
      seen.add(keyOf(derived))
      if (!hasConstructor(connection, view, derived)) found.push(derived)
    }
  }
  return found
}
