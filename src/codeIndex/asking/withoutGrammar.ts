import { findLanguageWithoutGrammar } from "../../adapters/parser/withoutGrammar.ts"
import type { Connection } from "../../adapters/sql/Connection.ts"
import { formatCount } from "../../domain/Text.ts"
import { keepWhileUnchanged } from "../../store/database/keepWhileUnchanged.ts"
import { blobStates } from "../store/schema.ts"
import { readState } from "./state.ts"
import { isAsidePath } from "../../domain/pathConventions.ts"

/** Fewer files of code without a grammar, as a share of those with one, are not worth a warning in each answer. */
const minShare = 0.1

/** Languages that a warning names. */
const maxNamed = 3

/** A file of code, but not of tests or examples, that no grammar parses. */
interface UnparsedFile {
  readonly path: string
  readonly language: string
}

const listUnparsed = (connection: Connection, view: number): ReadonlyArray<UnparsedFile> =>
  connection
    .all(
      `SELECT paths.path AS path FROM files JOIN blobs ON blobs.id = blob JOIN paths ON paths.id = files.path
       WHERE view = ? AND state = ? AND language = '' ORDER BY paths.path`,
      view,
      blobStates.unsupported
    )
    .flatMap((row) => {
      const path = row.text("path")
      const language = findLanguageWithoutGrammar(path)
      return language === undefined || isAsidePath(path) ? [] : [{ path, language }]
    })

const describe = (files: ReadonlyArray<UnparsedFile>): string => {
  const languages = [...Map.groupBy(files, ({ language }) => language)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([language]) => language)
  const more = languages.length > maxNamed ? ` and ${languages.length - maxNamed} more` : ""
  const named = `${languages.slice(0, maxNamed).join(", ")}${more}`
  return `There is no grammar for ${named}: definitions and references are missing of ${formatCount(files.length, "file")}, such as ${files[0]?.path ?? ""}. Searches find them by their words.`
}

/** Says how much of the code of a view no grammar parses, in one warning; none if that is little. */
export const describeUnparsed = keepWhileUnchanged((connection: Connection, view: number): ReadonlyArray<string> => {
  const { indexed, unsupported } = readState(connection, view)
  const files = unsupported === 0 ? [] : listUnparsed(connection, view)
  return files.length === 0 || files.length < minShare * indexed ? [] : [describe(files)]
})
