import { execFileSync } from "node:child_process"
import { rmSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { plainEnvironment } from "../../processes.ts"

const identity = {
  GIT_AUTHOR_NAME: "Ada Author",
  GIT_AUTHOR_EMAIL: "ada@example.org",
  GIT_COMMITTER_NAME: "Carl Committer",
  GIT_COMMITTER_EMAIL: "carl@example.org"
}

/** A bare clone with shared objects and its own refs, so that its changes do not affect the original. */
export interface Clone {
  readonly name: string
  readonly directory: string
  readonly branch: string
  /** Number of commits. */
  readonly commits: number
  readonly git: (args: ReadonlyArray<string>, input?: string) => string
  /** Sets the branch to a revision, and keeps only the tags in its history. */
  readonly setTo: (revision: string) => void
  /** Rewrites the last commits of the branch with an addition to their messages. */
  readonly rewrite: (count: number, addition: string) => void
  /** Collects garbage: deletes all unreachable objects. */
  readonly collect: () => void
  readonly remove: () => void
}

const runGit = (directory: string, args: ReadonlyArray<string>, input = ""): string =>
  execFileSync("git", ["-C", directory, ...args], {
    env: { ...plainEnvironment, ...identity },
    encoding: "utf8",
    input,
    maxBuffer: 2 ** 30,
    stdio: ["pipe", "pipe", "pipe"]
  }).trimEnd()

const rewriting = (git: Clone["git"], branch: string) => (count: number, addition: string) => {
  const ids = git(["rev-list", "--first-parent", "--reverse", `--max-count=${count}`, branch]).split("\n")
  let parent = git(["rev-parse", `${ids[0] ?? branch}^`])
  for (const id of ids) {
    const message = git(["show", "--no-patch", "--format=%B", id])
    parent = git(["commit-tree", "-p", parent, `${id}^{tree}`], `${message}\n${addition}\n`)
  }
  git(["update-ref", `refs/heads/${branch}`, parent])
}

const nameOf = (repository: string): string => {
  const path = resolve(repository)
  return basename(path) === "repo" ? basename(dirname(path)) : basename(path)
}

/** Clones one branch of a repository with the tags in its history. */
export const makeClone = (repository: string, folder: string, asked?: string): Clone => {
  const branch = asked ?? runGit(repository, ["symbolic-ref", "--short", "HEAD"])
  const directory = join(folder, "one.git")
  runGit(folder, [
    "clone",
    "--quiet",
    "--bare",
    "--shared",
    "--single-branch",
    "--branch",
    branch,
    repository,
    directory
  ])
  const git: Clone["git"] = (args, input) => runGit(directory, args, input)
  const tags = git(["for-each-ref", "--format=%(objectname) %(refname)", "refs/tags/"]).split("\n").filter(Boolean)
  const setTo = (revision: string) => {
    git(["update-ref", `refs/heads/${branch}`, git(["rev-parse", `${revision}^{commit}`])])
    const lines = tags.map((line) => `update ${line.split(" ").toReversed().join(" ")}\n`)
    git(["update-ref", "--stdin"], lines.join(""))
    const beyond = git(["for-each-ref", "--format=%(refname)", "--no-merged", branch, "refs/tags/"])
    const gone = beyond.split("\n").filter(Boolean)
    git(["update-ref", "--stdin"], gone.map((tag) => `delete ${tag}\n`).join(""))
  }
  return {
    name: nameOf(repository),
    directory,
    branch,
    commits: Number(git(["rev-list", "--count", "--all"])),
    git,
    setTo,
    rewrite: rewriting(git, branch),
    collect: () => {
      git(["reflog", "expire", "--expire=now", "--all"])
      git(["gc", "--quiet", "--prune=now"])
    },
    remove: () => rmSync(directory, { recursive: true, force: true })
  }
}
