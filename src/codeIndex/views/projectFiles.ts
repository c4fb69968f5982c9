import { readdirSync } from "node:fs"
import { Result } from "effect"
import { unquotePath } from "../../adapters/git/parse/QuotedPath.ts"
import { decodePath } from "../../adapters/git/parse/PathBytes.ts"
import type { Connection } from "../../adapters/sql/Connection.ts"
import { maxFileBytes } from "../../adapters/parser/limits.ts"
import { readContentOrNothing } from "../extracting/readContent.ts"
import { readKeptContent } from "../store/contents.ts"
import { hasContents, listPaths } from "../store/views.ts"
import { absolute } from "./listWorkTree.ts"

/** The files of a view, with paths from its root as they are shown. Blocks: for threads that read or index only. */
export interface ProjectFiles {
  /** Reads a file as UTF-8; undefined if it cannot be read, or has more than `maxBytes` (5 MiB). */
  readonly readText: (path: string, maxBytes?: number) => string | undefined
  /** Lists the names in a folder; empty for the root. */
  readonly list: (folder: string) => ReadonlyArray<string>
}

const decode = (content: Uint8Array | undefined): string | undefined =>
  content === undefined ? undefined : new TextDecoder("utf-8").decode(content)

/** The files below a folder, as they are now. */
export const folderFiles = (root: string): ProjectFiles => ({
  readText: (path, maxBytes = maxFileBytes) =>
    decode(readContentOrNothing(absolute(root, unquotePath(path)), maxBytes)),
  list: (folder) =>
    Result.getOrElse(
      Result.try(() => readdirSync(absolute(root, unquotePath(folder)), { encoding: "buffer" }).map(decodePath)),
      () => []
    )
})

/** The files of a view whose contents are kept, as they are indexed. */
const keptFiles = (connection: Connection, view: number): ProjectFiles => {
  let names: ReadonlyMap<string, ReadonlySet<string>> | undefined
  const groupNames = () => {
    const found = new Map<string, Set<string>>()
    for (const path of listPaths(connection, view)) {
      const parts = path.split("/")
      for (const [index, name] of parts.entries()) {
        const folder = parts.slice(0, index).join("/")
        found.set(folder, (found.get(folder) ?? new Set()).add(name))
      }
    }
    return found
  }
  return {
    readText: (path, maxBytes = maxFileBytes) => {
      const content = readKeptContent(connection, view, path)
      return content === undefined || content.length > maxBytes ? undefined : decode(content)
    },
    list: (folder) => [...((names ??= groupNames()).get(folder) ?? [])]
  }
}

/** The files of a view, which are kept or below the folder `root`. */
export const openFiles = (connection: Connection, view: number, root: string): ProjectFiles =>
  hasContents(connection, view) ? keptFiles(connection, view) : folderFiles(root)
