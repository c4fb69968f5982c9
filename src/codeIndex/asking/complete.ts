import type { Connection } from "../../adapters/sql/Connection.ts"

/** What to complete. */
export interface Completion {
  readonly of: "path" | "name"
  readonly prefix: string
}

/** Maximum values that are returned. */
const maxValues = 100

const escapeLike = (text: string): string => text.replaceAll(/[%_\\]/g, String.raw`\$&`)

const statements = {
  path: `SELECT paths.path AS value FROM files JOIN paths ON paths.id = files.path
    WHERE view = ? AND paths.path LIKE ? ESCAPE '\\' ORDER BY length(paths.path), paths.path LIMIT ?`,
  name: `SELECT name AS value, count(*) AS count FROM definitions JOIN files ON files.blob = definitions.blob AND view = ?
    WHERE name LIKE ? ESCAPE '\\' GROUP BY name ORDER BY length(name), name LIMIT ?`
}

/** Lists paths or names of definitions that begin with a text, the shortest first; the case of ASCII letters is ignored. */
export const complete = (
  connection: Connection,
  view: number | undefined,
  { of, prefix }: Completion
): ReadonlyArray<string> =>
  view === undefined
    ? []
    : connection
        .all(statements[of], view, `${escapeLike(prefix.slice(0, 200))}%`, maxValues)
        .map((row) => row.text("value"))
