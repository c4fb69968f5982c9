import { posix } from "node:path"
import type { Connection } from "../../adapters/sql/Connection.ts"
import { isAsidePath } from "../../domain/pathConventions.ts"
import type { ArchitectureAnswer } from "../model/graphAnswers.ts"
import { classKinds } from "./nodes.ts"

/** Kinds of definitions that have methods, and methods. */
const kinds = [...classKinds, "method"].map((kind) => `'${kind}'`).join(", ")

const selectMembers = `
  SELECT DISTINCT paths.path AS path, language, kind = 'method' AS is_method, qualified_name AS name FROM files
  JOIN paths ON paths.id = files.path JOIN blobs ON blobs.id = files.blob JOIN definitions ON definitions.blob = files.blob
  WHERE view = ? AND kind IN (${kinds}) ORDER BY paths.path, number`

/** A class or a method. Those of the same name in a file are one: a struct and its `impl` blocks, overloads. */
interface Member {
  readonly path: string
  /** Qualified. */
  readonly name: string
  readonly isMethod: boolean
  /** Where the methods of a class are: its file, or for Go its folder, a package. */
  readonly place: string
}

const ownerOf = (name: string): string => name.replace(/(?:\.|::|#)[^.:#]*$/, "")

/** Identifies a class. Paths have no NUL. */
const keyOf = (place: string, name: string): string => `${place}\0${name}`

/** Lists the classes with methods, those with the most first; those of tests and examples only if there are no others. */
export const readClasses = (connection: Connection, view: number): ArchitectureAnswer["top_classes"] => {
  const members = connection.all(selectMembers, view).map((row): Member => {
    const path = row.text("path")
    const place = row.text("language") === "go" ? posix.dirname(path) : path
    return { path, name: row.text("name"), isMethod: row.integer("is_method") === 1, place }
  })
  const methods = new Map<string, number>()
  for (const { isMethod, name, place } of members) {
    const owner = keyOf(place, ownerOf(name))
    if (isMethod) methods.set(owner, (methods.get(owner) ?? 0) + 1)
  }
  const classes = members.flatMap(({ isMethod, name, path, place }) => {
    const count = isMethod ? undefined : methods.get(keyOf(place, name))
    return count === undefined ? [] : [{ class_name: name, file: path, method_count: count }]
  })
  const main = classes.filter(({ file }) => !isAsidePath(file))
  return (main.length === 0 ? classes : main).toSorted((a, b) => b.method_count - a.method_count)
}
