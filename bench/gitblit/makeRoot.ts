import { execFileSync } from "node:child_process"
import { mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { env } from "node:process"

const identity = {
  GIT_AUTHOR_NAME: "Bench",
  GIT_AUTHOR_EMAIL: "bench@example.org",
  GIT_AUTHOR_DATE: "1767225600 +0000",
  GIT_COMMITTER_NAME: "Bench",
  GIT_COMMITTER_EMAIL: "bench@example.org",
  GIT_COMMITTER_DATE: "1767225600 +0000"
}

const git = (directory: string, args: ReadonlyArray<string>): string =>
  execFileSync("git", [`--git-dir=${directory}`, ...args], {
    encoding: "utf8",
    env: { ...env, ...identity },
    maxBuffer: 256 * 1024 * 1024
  }).trimEnd()

/** A folder of a repository that becomes a repository of its own. */
interface Part {
  readonly source: string
  readonly name: string
  readonly tree: string
}

const treePattern = /^040000 tree ([0-9a-f]+)\t(.+)$/

/** The whole of a repository and its folders, two levels deep. */
const listParts = (source: string, name: string): ReadonlyArray<Part> => {
  const trees = (treeish: string) =>
    git(source, ["ls-tree", "-d", treeish])
      .split("\n")
      .flatMap((line): ReadonlyArray<readonly [string, string]> => {
        const [, id, folder] = treePattern.exec(line) ?? []
        return id === undefined || folder === undefined || !/^[\w.-]+$/.test(folder) ? [] : [[id, folder]]
      })
  const root = git(source, ["rev-parse", "HEAD^{tree}"])
  const folders = trees(root).flatMap(([tree, folder]): ReadonlyArray<Part> => [
    { source, name: `${name}/${folder}`, tree },
    ...trees(tree).map(([inner, below]) => ({ source, name: `${name}/${folder}-${below}`, tree: inner }))
  ])
  return [{ source, name: `${name}/all`, tree: root }, ...folders]
}

const countFiles = ({ source, tree }: Part): number =>
  git(source, ["ls-tree", "-r", "--name-only", tree]).split("\n").length

const makePart = (root: string, { name, source, tree }: Part): void => {
  const directory = join(root, `${name}.git`)
  mkdirSync(directory, { recursive: true })
  execFileSync("git", ["init", "--quiet", "--bare", "--template=", "--initial-branch=main", directory])
  mkdirSync(join(directory, "objects", "info"), { recursive: true })
  writeFileSync(join(directory, "objects", "info", "alternates"), `${join(source, "objects")}\n`)
  git(directory, ["update-ref", "refs/heads/main", git(directory, ["commit-tree", "-m", `Files of ${name}`, tree])])
}

/** The git directory of a mirror, which may be bare, ordinary, or in a folder `repo`. */
const findGit = (path: string): string | undefined =>
  [join(path, "repo"), join(path, ".git"), path].find((candidate) => {
    try {
      return readdirSync(candidate).includes("objects")
    } catch {
      return false
    }
  })

/** Makes `count` repositories in a folder from the folders of those below `from`, which lend their objects; none with more files than `maxFiles`. */
export const makeRoot = (root: string, from: string, count: number, maxFiles: number): number => {
  const parts = readdirSync(from).flatMap((name) => {
    const source = findGit(join(from, name))
    return source === undefined ? [] : listParts(source, name.replace("+", "-"))
  })
  const sized = parts.filter((part) => {
    const files = countFiles(part)
    return files > 2 && files <= maxFiles
  })
  const step = Math.max(1, sized.length / count)
  const chosen = Array.from({ length: Math.min(count, sized.length) }, (_, at) => sized[Math.floor(at * step)]).filter(
    (part) => part !== undefined
  )
  for (const part of chosen) makePart(root, part)
  return chosen.length
}
