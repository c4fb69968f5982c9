import { below, foldersAround } from "../linking/paths.ts"
import type { ProjectFiles } from "../views/projectFiles.ts"

/** The minor version in `1.21`. Go has had no other major version. */
export const minorOfGo = (version: string): number => Number(version.split(".")[1])

/** What a module is written for that does not say. */
const assumedVersion = "1.16"

/** Makes a function that finds the version of Go that the module of a file asks for, as its minor part; undefined without a module. */
export const makeGoVersions = (files: ProjectFiles): ((path: string) => number | undefined) => {
  const known = new Map<string, number | undefined>()
  const read = (folder: string): number | undefined => {
    if (known.has(folder)) return known.get(folder)
    const text = files.readText(below(folder, "go.mod"))
    const found = text === undefined ? undefined : minorOfGo(/^go[ \t]+(1\.\d+)/m.exec(text)?.[1] ?? assumedVersion)
    known.set(folder, found)
    return found
  }
  return (path) =>
    foldersAround(path)
      .map(read)
      .find((found) => found !== undefined)
}
