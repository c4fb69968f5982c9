import type { Connection } from "../../adapters/sql/Connection.ts"

/** A name in a file. */
interface NameInFile {
  readonly path: string
  readonly name: string
}

/** Whether the view has a file at this path. */
export const hasFile = (connection: Connection, view: number, path: string): boolean =>
  connection.get(
    "SELECT 1 AS found FROM files JOIN paths ON paths.id = files.path WHERE view = ? AND paths.path = ?",
    view,
    path
  ) !== undefined

/** The path as the index has it: without a leading `./`. */
export const toIndexPath = (path: string): string => path.replace(/^(?:\.\/+)+/, "")

/** The path of a folder or file, as the index has it: without a leading `./` and slashes at its end; empty for the root. */
export const toFolderPath = (path: string): string => {
  const below = toIndexPath(path).replace(/\/+$/, "")
  return below === "." ? "" : below
}

/** Lists the ways to read a name as that of a file, and a qualified name in it. */
const splitFile = (name: string): ReadonlyArray<NameInFile> =>
  [...name.matchAll(/::?|#/g)]
    .map(({ 0: { length }, index }) => ({ path: toIndexPath(name.slice(0, index)), name: name.slice(index + length) }))
    .filter((found) => found.path !== "" && found.name !== "")

/** Reads `path:Name`, or `path::Name` and `path#Name`, if the view has such a file. */
export const findFileIn = (connection: Connection, view: number, name: string): NameInFile | undefined =>
  splitFile(name).find(({ path }) => hasFile(connection, view, path))
