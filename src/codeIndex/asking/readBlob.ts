import { isBuiltin } from "node:module"
import type { Connection } from "../../adapters/sql/Connection.ts"
import type { FoundDefinition, SearchHit } from "../model/answers.ts"
import { readFacts } from "../store/blobs.ts"

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

const kindOf = (module: string): "local" | "external" | "builtin" =>
  /^\.|^(?:crate|self|super)\b|^\//.test(module) ? "local" : isBuiltin(module) ? "builtin" : "external"

/** Reads the modules that a blob imports, by kind. */
export const readImports = (connection: Connection, blob: number): SearchHit["imports"] => {
  const modules = new Set(readFacts(connection, blob)?.imports.map(({ module }) => module))
  const groups = Map.groupBy(modules, kindOf)
  return [...groups].map(([type, names]) => ({ type, modules: names.slice(0, maxModules) }))
}
