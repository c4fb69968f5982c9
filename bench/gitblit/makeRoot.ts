import { execFileSync } from "node:child_process"
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs"
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

/** A revision and its folders, two levels deep. */
const listPartsAt = (source: string, revision: string, name: string): ReadonlyArray<Part> => {
  const trees = (treeish: string) =>
    git(source, ["ls-tree", "-d", treeish])
      .split("\n")
      .flatMap((line): ReadonlyArray<readonly [string, string]> => {
        const [, id, folder] = treePattern.exec(line) ?? []
        return id === undefined || folder === undefined || !/^[\w.-]+$/.test(folder) ? [] : [[id, folder]]
      })
  const root = git(source, ["rev-parse", `${revision}^{tree}`])
  const folders = trees(root).flatMap(([tree, folder]): ReadonlyArray<Part> => [
    { source, name: `${name}/${folder}`, tree },
    ...trees(tree).map(([inner, below]) => ({ source, name: `${name}/${folder}-${below}`, tree: inner }))
  ])
  return [{ source, name: `${name}/all`, tree: root }, ...folders]
}

/** Releases that are taken besides HEAD, spread over the history. */
const maxReleases = 8

const listReleases = (source: string): ReadonlyArray<string> => {
  const tags = git(source, ["for-each-ref", "--sort=creatordate", "--format=%(refname)", "refs/tags/"])
    .split("\n")
    .filter((tag) => tag !== "")
  const step = Math.max(1, Math.floor(tags.length / maxReleases))
  return tags.filter((_, at) => at % step === 0).slice(0, maxReleases)
}

/** What a repository is divided into; parts of older releases come after those of HEAD. */
const listParts = (source: string, name: string): ReadonlyArray<Part> => [
  ...listPartsAt(source, "HEAD", name),
  ...listReleases(source).flatMap((tag, at) => listPartsAt(source, tag, `${name}-${at + 1}`))
]

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

/** Files that git leaves while it writes, or when it is killed. */
const locks = ["HEAD.lock", "config.lock", "packed-refs.lock", "refs/heads/main.lock", "index.lock"]

/** The repositories of a root that something happens to. */
export interface Faulty {
  readonly broken: string
  readonly locked: string
  readonly removed: string
}

/** Breaks one repository and locks another. Returns them, and a third to remove. */
export const makeFaults = (root: string): Faulty => {
  const names = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".git"))
    .toSorted()
  const [broken = "", locked = "", removed = ""] = [10, 20, -1].map((at) => names.at(at))
  rmSync(join(root, broken, "objects"), { recursive: true })
  mkdirSync(join(root, broken, "objects"))
  for (const lock of locks) writeFileSync(join(root, locked, lock), "")
  return { broken, locked, removed }
}
