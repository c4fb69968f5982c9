import { readdirSync, statSync } from "node:fs"
import { decodePath } from "../../adapters/git/parse/PathBytes.ts"
import { absolute, type ListedFile } from "./listWorkTree.ts"

const listBelow = (root: string, folder: string): ReadonlyArray<ListedFile> =>
  readdirSync(absolute(root, folder), { withFileTypes: true, encoding: "buffer" }).flatMap((entry) => {
    const name = decodePath(entry.name)
    const path = folder === "" ? name : `${folder}/${name}`
    if (entry.isDirectory()) return listBelow(root, path)
    return entry.isFile() ? [{ path, stamp: "", size: statSync(absolute(root, path)).size }] : []
  })

/** Lists the regular files below a folder that holds nothing else. Sorted by path; all of them are to be read. */
export const listFolder = (root: string): ReadonlyArray<ListedFile> =>
  listBelow(root, "").toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
