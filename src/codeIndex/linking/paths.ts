import { posix } from "node:path"

/** The folder of a path; empty for the root. */
export const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf("/"), 0))

/** The base name of a path. */
export const baseNameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

/** Joins a relative path to a folder; undefined if it leaves the root. The root is empty. */
export const joinPath = (folder: string, relative: string): string | undefined => {
  const joined = posix.normalize(folder === "" ? relative : `${folder}/${relative}`).replace(/\/$/, "")
  if (joined === ".." || joined.startsWith("../") || joined.startsWith("/")) return undefined
  return joined === "." ? "" : joined
}

/** A path below a folder, which may be the root. */
export const below = (folder: string, path: string): string => (folder === "" ? path : `${folder}/${path}`)

/** The folders around a path, innermost first, the root last. */
export const foldersAround = (path: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) found.push(folder)
  return [...found, ""]
}

/** Files of C, C++ and Objective-C. */
export const cFiles = /\.(?:c|h|cc|cpp|cxx|c\+\+|hh|hpp|hxx|h\+\+|ipp|inl|tpp|m|mm)$/i

/** Headers of C and C++: what other files define under the name of a declaration counts instead. */
export const headerFiles = /\.(?:h|hh|hpp|hxx|h\+\+)$/i
