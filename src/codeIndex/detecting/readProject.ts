import type { Connection } from "../../adapters/sql/Connection.ts"
import { findLanguageWithoutGrammar } from "../../adapters/parser/withoutGrammar.ts"
import { isAsidePath, isTestPath } from "../../domain/pathConventions.ts"
import { readVendored } from "../asking/viewFiles.ts"
import { readImports } from "../graph/imports.ts"
import { edgeKinds, edgeOrigins } from "../store/edges.ts"
import { listPaths } from "../store/views.ts"
import {
  findThreshold,
  measure,
  type Metric,
  type Project,
  type ProjectDefinition,
  type ProjectEdge,
  type ProjectFile,
  type Usage
} from "./Project.ts"

const nameOnly = edgeOrigins.indexOf("name_only")
const keyOf = (path: string, name: string): string => `${path}\0${name}`

const readDefinitions = (connection: Connection, view: number): ReadonlyMap<string, ReadonlyArray<ProjectDefinition>> =>
  Map.groupBy(
    connection
      .all(
        `SELECT paths.path AS path, definitions.* FROM files JOIN paths ON paths.id = files.path
         JOIN definitions ON definitions.blob = files.blob WHERE view = ? ORDER BY paths.path, number`,
        view
      )
      .map((row) => ({
        path: row.text("path"),
        name: row.text("name"),
        qualifiedName: row.text("qualified_name"),
        kind: row.text("kind"),
        signature: row.text("signature"),
        documentation: row.text("documentation"),
        startLine: row.integer("start_line"),
        endLine: row.integer("end_line"),
        line: row.integer("line"),
        isExported: row.integer("is_exported") === 1,
        cyclomatic: row.integer("cyclomatic"),
        cognitive: row.integer("cognitive"),
        nesting: row.integer("nesting"),
        parameters: row.integer("parameters")
      })),
    ({ path }) => path
  )

const readFiles = (connection: Connection, view: number): ReadonlyArray<ProjectFile> => {
  const definitions = readDefinitions(connection, view)
  const isVendored = readVendored(connection, view)
  return connection
    .all(
      `SELECT paths.path AS path, language, blob, links, is_generated + is_marked AS generated FROM files
       JOIN paths ON paths.id = files.path JOIN blobs ON blobs.id = blob
       WHERE view = ? AND facts IS NOT NULL ORDER BY paths.path`,
      view
    )
    .map((row) => {
      const path = row.text("path")
      const isTest = isTestPath(path)
      return {
        path,
        language: row.text("language"),
        blob: row.integer("blob"),
        links: row.integerOrNull("links"),
        isTest,
        isAside: isAsidePath(path),
        isGenerated: row.integer("generated") > 0 || isVendored(path),
        definitions: definitions.get(path) ?? []
      }
    })
}

const readUnparsed = (connection: Connection, view: number): ReadonlyArray<string> =>
  listPaths(connection, view).filter((path) => findLanguageWithoutGrammar(path) !== undefined)

const none: Usage = { references: 0, files: 0, otherFiles: 0 }

const readUsage = (connection: Connection, view: number): ReadonlyMap<string, Usage> => {
  const found = new Map<string, Usage>()
  const rows = connection.all(
    `SELECT targets.path AS path, names.name AS name, own.path AS own, count(*) AS count FROM edges
     JOIN files ON files.links = edges.links AND files.view = ? JOIN paths AS own ON own.id = files.path
     JOIN paths AS targets ON targets.id = edges.target_path JOIN names ON names.id = edges.target_name
     WHERE how <> ${nameOnly} GROUP BY target_path, target_name, files.path`,
    view
  )
  for (const row of rows) {
    const path = row.text("path")
    const own = row.text("own")
    const key = keyOf(path, row.text("name"))
    const { files, otherFiles, references } = found.get(key) ?? none
    found.set(key, {
      references: references + row.integer("count"),
      files: files + 1,
      otherFiles: otherFiles + (own === path || isTestPath(own) ? 0 : 1)
    })
  }
  return found
}

const readNamedOnly = (connection: Connection, view: number): ReadonlySet<string> =>
  new Set(
    connection
      .all(
        `SELECT DISTINCT names.name AS name FROM edges JOIN files ON files.links = edges.links AND files.view = ?
         JOIN names ON names.id = edges.target_name WHERE how = ${nameOnly}`,
        view
      )
      .map((row) => row.text("name"))
  )

const typeKind = edgeKinds.indexOf("type")
const baseKind = edgeKinds.indexOf("base")
const byType = [edgeOrigins.indexOf("imported"), edgeOrigins.indexOf("by_value")].join(", ")

const typeDefinitions = (path: string, name: string): string =>
  `EXISTS (SELECT 1 FROM files AS present JOIN definitions USING (blob)
   WHERE present.view = files.view AND present.path = ${path} AND qualified_name = ${name}
   GROUP BY present.path HAVING min(definitions.kind IN ('interface', 'type')) = 1)`
/** Whether a base is a type, or a type extends it: both are gone once types are. */
const isOnlyType = `(${typeDefinitions("target_path", "names.name")} OR ${typeDefinitions("files.path", "within.name")})`

/**
 * Reads which files refer to which in types only. A member that is known by the declared type of its receiver needs no value of
 * the other file, nor does an interface that extends one.
 */
const readTypesOnly = (connection: Connection, view: number): ReadonlySet<string> =>
  new Set(
    connection
      .all(
        `SELECT own.path AS own, targets.path AS path FROM edges
         JOIN files ON files.links = edges.links AND files.view = ? JOIN paths AS own ON own.id = files.path
         JOIN paths AS targets ON targets.id = edges.target_path JOIN names ON names.id = edges.target_name
         JOIN names AS within ON within.id = edges.within
         WHERE how NOT IN (${nameOnly}, ${byType}) GROUP BY own.path, targets.path
         HAVING max(kind <> ${typeKind} AND NOT (kind = ${baseKind} AND ${isOnlyType})) = 0`,
        view
      )
      .map((row) => keyOf(row.text("own"), row.text("path")))
  )

const graphKinds = ["call", "new", "base"].map((kind) => edgeKinds.findIndex((each) => each === kind))

const readEdges = (connection: Connection, view: number): ReadonlyArray<ProjectEdge> =>
  connection
    .all(
      `SELECT DISTINCT own.path AS own, within.name AS within, targets.path AS path, names.name AS name, kind FROM edges
       JOIN files ON files.links = edges.links AND files.view = ? JOIN paths AS own ON own.id = files.path
       JOIN names AS within ON within.id = edges.within JOIN paths AS targets ON targets.id = edges.target_path
       JOIN names ON names.id = edges.target_name
       WHERE how <> ${nameOnly} AND kind IN (${graphKinds.join(", ")}) ORDER BY own.path, within.name, targets.path, names.name`,
      view
    )
    .map((row) => ({
      from: row.text("own"),
      within: row.text("within"),
      to: row.text("path"),
      target: row.text("name"),
      kind: edgeKinds[row.integer("kind")] ?? "call"
    }))

/** Reads the code of a view, but for its facts. */
export const readProject = (connection: Connection, view: number): Project => {
  const files = readFiles(connection, view)
  const production = files.filter(({ isAside, isGenerated }) => !isAside && !isGenerated)
  const usage = readUsage(connection, view)
  const named = readNamedOnly(connection, view)
  const typesOnly = readTypesOnly(connection, view)
  const byName = Map.groupBy(
    files.flatMap(({ definitions }) => definitions),
    ({ path, qualifiedName }) => keyOf(path, qualifiedName)
  )
  const measured = production.flatMap(({ definitions }) => definitions).filter(({ cyclomatic }) => cyclomatic > 0)
  const usual = new Map<string, number>()
  const threshold = (metric: Metric, min: number): number => {
    const key = `${metric} ${min}`
    const known =
      usual.get(key) ??
      findThreshold(
        measured.map((definition) => measure(definition, metric)),
        min
      )
    usual.set(key, known)
    return known
  }
  return {
    files,
    production,
    unparsed: readUnparsed(connection, view),
    imports: readImports(connection, view),
    needsTypesOnly: (from, to) => typesOnly.has(keyOf(from, to)),
    usageOf: (path, name) => usage.get(keyOf(path, name)) ?? none,
    isNamedSomewhere: (name) => named.has(name),
    edges: readEdges(connection, view),
    find: (path, name) => {
      const [found, ...others] = byName.get(keyOf(path, name)) ?? []
      return others.length === 0 ? found : undefined
    },
    threshold
  }
}
