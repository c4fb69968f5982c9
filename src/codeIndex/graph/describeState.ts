import { Result } from "effect"
import { detectLanguage } from "../../adapters/parser/detectLanguage.ts"
import { findLanguageWithoutGrammar } from "../../adapters/parser/withoutGrammar.ts"
import type { Connection } from "../../adapters/sql/Connection.ts"
import { keepWhileUnchanged } from "../../store/database/keepWhileUnchanged.ts"
import { formatCount } from "../../domain/Text.ts"
import { readState } from "../asking/state.ts"
import { describeSparse } from "../asking/sparse.ts"
import { describeUnparsed } from "../asking/withoutGrammar.ts"
import { blobStates } from "../store/schema.ts"
import { formatNode, type Node } from "./nodes.ts"
import type { IndexState } from "../model/answers.ts"
import { CodeError, FactsMissing, MacroNotFollowed } from "../model/CodeError.ts"

/** Files that a warning names. */
const maxNamed = 3

/** Lists the files of code of which nothing is known but words, or only the path, with the reason. */
const listWithoutFacts = (connection: Connection, view: number) =>
  connection
    .all(
      `SELECT paths.path AS path, language, state, detail FROM files JOIN blobs ON blobs.id = blob JOIN paths ON paths.id = files.path
       WHERE view = ? AND (state = ? OR state IN (?, ?) AND detail IS NOT 'binary' AND detail IS NOT 'no grammar') ORDER BY paths.path`,
      view,
      blobStates.failed,
      blobStates.skipped,
      blobStates.unsupported
    )
    .map((row) => ({
      path: row.text("path"),
      isCode: row.text("language") !== "" || detectLanguage(row.text("path"), new Uint8Array()) !== undefined,
      reason: row.textOrNull("detail") ?? "no facts"
    }))
    .filter(({ isCode }) => isCode)

const warnOf = (missing: ReadonlyArray<{ readonly path: string; readonly reason: string }>): string => {
  const named = missing.slice(0, maxNamed).map(({ path, reason }) => `${path} (${reason})`)
  const more = missing.length > maxNamed ? `, and ${missing.length - maxNamed} more` : ""
  return `Definitions and references are missing of ${formatCount(missing.length, "file")} that could not be parsed: ${named.join(", ")}${more}`
}

/** What an answer says of the state of a view. */
export interface DescribedState {
  readonly index: IndexState
  readonly warnings?: ReadonlyArray<string>
}

/**
 * The state of a view, for an answer that is made from facts: with a warning where files of code have none, so that nothing
 * known of a file and nothing in it differ.
 */
export const describeState = keepWhileUnchanged((connection: Connection, view: number): DescribedState => {
  const index = readState(connection, view)
  const missing = index.failed + index.unsupported === 0 ? [] : listWithoutFacts(connection, view)
  const lacks = [...describeSparse(connection, view), ...describeUnparsed(connection, view)]
  const warnings = [...lacks, ...(missing.length === 0 ? [] : [warnOf(missing)])]
  return { index, ...(warnings.length === 0 ? {} : { warnings }) }
})

/**
 * Fails for a macro of Rust, and for a file of code of which no definition is known, where nothing was found that depends on it or
 * that it needs: that says nothing about the code.
 */
export const checkFacts = (connection: Connection, view: number, node: Node): Result.Result<void, CodeError> => {
  const { name, path } = node
  if (name.endsWith("!") && path.endsWith(".rs")) {
    const macro = name.replace(/^.*::/s, "")
    return Result.fail(new CodeError({ reason: new MacroNotFollowed({ node: formatNode(node), macro }) }))
  }
  const row = connection.get(
    `SELECT state, detail, language FROM files JOIN blobs ON blobs.id = blob JOIN paths ON paths.id = files.path
     WHERE view = ? AND paths.path = ? AND state NOT IN (?, ?)`,
    view,
    path,
    blobStates.parsed,
    blobStates.partial
  )
  if (row === undefined) return Result.void
  const language = findLanguageWithoutGrammar(path)
  const isCode = language !== undefined || row.text("language") !== ""
  const detail = language === undefined ? (row.textOrNull("detail") ?? "no facts") : `no grammar for ${language}`
  return isCode ? Result.fail(new CodeError({ reason: new FactsMissing({ path, detail }) })) : Result.void
}
