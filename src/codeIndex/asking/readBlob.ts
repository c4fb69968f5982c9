import type { Connection } from "../../adapters/sql/Connection.ts"
import type { FoundDefinition, SearchHit } from "../model/answers.ts"
import { readModules } from "../store/links.ts"

/** Modules of a kind in an answer. */
const maxModules = 10

/** Reads the definitions of a blob, but for fields, in source order. */
export const readDefinitions = (connection: Connection, blob: number): ReadonlyArray<FoundDefinition> =>
  connection
    .all(
      "SELECT kind, qualified_name, signature, line FROM definitions WHERE blob = ? AND kind <> 'field' ORDER BY number",
      blob
    )
    .map((row) => ({
      type: row.text("kind"),
      name: row.text("qualified_name"),
      signature: row.text("signature"),
      line: row.integer("line")
    }))

/** Reads the modules that a file imports, by kind. `links`: row id of its links. */
export const readImports = (connection: Connection, links: number | null): SearchHit["imports"] => {
  const imports = links === null ? [] : readModules(connection, links)
  return [...Map.groupBy(imports, ({ kind }) => kind)].map(([type, found]) => ({
    type,
    modules: [...new Set(found.map(({ module }) => module))].slice(0, maxModules)
  }))
}
