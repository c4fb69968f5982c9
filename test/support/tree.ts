import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"

const described = (path: string): string => {
  const info = lstatSync(path)
  const mode = (info.mode & 0o7777).toString(8)
  if (info.isSymbolicLink()) return `link to ${readlinkSync(path)}`
  return info.isDirectory() ? `folder ${mode}` : `file ${mode} ${readFileSync(path, "latin1")}`
}

const walk = (root: string, below: string, without: ReadonlyArray<string>): ReadonlyArray<readonly [string, string]> =>
  readdirSync(join(root, below))
    .map((name) => join(below, name))
    .filter((path) => !without.includes(path))
    .toSorted()
    .flatMap((path) => {
      const said = described(join(root, path))
      return [[path, said] as const, ...(said.startsWith("folder") ? walk(root, path, without) : [])]
    })

/** Everything below a folder with its mode and bytes, by path; some paths left out. */
export const treeOf = (root: string, without: ReadonlyArray<string> = []) =>
  Effect.sync(() => Object.fromEntries(walk(root, "", without)))
