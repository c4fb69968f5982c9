import { lstat, readdir, readFile, readlink } from "node:fs/promises"
import { join } from "node:path"
import { Effect } from "effect"

const described = async (path: string): Promise<string> => {
  const info = await lstat(path)
  const mode = (info.mode & 0o7777).toString(8)
  if (info.isSymbolicLink()) return `link to ${await readlink(path)}`
  return info.isDirectory() ? `folder ${mode}` : `file ${mode} ${(await readFile(path)).toString("latin1")}`
}

const walk = async (
  root: string,
  below: string,
  without: ReadonlyArray<string>
): Promise<ReadonlyArray<readonly [string, string]>> => {
  const names = (await readdir(join(root, below)))
    .map((name) => join(below, name))
    .filter((name) => !without.includes(name))
  const entries = names.toSorted().map(async (name) => {
    const said = await described(join(root, name))
    const rest = said.startsWith("folder") ? await walk(root, name, without) : []
    return [[name, said] as const, ...rest]
  })
  return (await Promise.all(entries)).flat()
}

/** Everything below a folder with its mode and bytes, by path; some paths left out. */
export const treeOf = (root: string, without: ReadonlyArray<string> = []) =>
  Effect.promise(async () => Object.fromEntries(await walk(root, "", without)))
