import { Effect, Option } from "effect"
import { type ChildProcess, execFile } from "node:child_process"
import { withoutFilters } from "./EmptySettings.ts"
import { GitEnvironment, globalOptions, repositoryEnvironment } from "../GitEnvironment.ts"

/** The state of a repository that decides what is known of its code, as texts to compare. */
export interface RepositoryState {
  /** Absolute paths, without symbolic links. */
  readonly gitDirectory: string
  readonly commonDirectory: string
  readonly workTree: string
  /** The commit of HEAD. */
  readonly head: string
  /** Refs below the given prefixes, a line each: id, space, name. */
  readonly refs: string
  /** The configuration: `key\nvalue`, each ended by a NUL; keys in lower case. */
  readonly config: string
  /** Names of the settings in the repository's own files, in lower case. */
  readonly ownKeys: ReadonlyArray<string>
}

const maxOutputBytes = 16 * 1024 * 1024

/** Runs a small git process. None if it fails. */
const runGit = (folder: string, args: ReadonlyArray<string>, env: Readonly<Record<string, string>>) =>
  Effect.callback<Option.Option<string>>((resume) => {
    const options = { cwd: folder, env, maxBuffer: maxOutputBytes, windowsHide: true }
    const child: ChildProcess = execFile("git", args, options, (error, stdout) =>
      resume(Effect.succeed(error === null ? Option.some(stdout) : Option.none()))
    )
    return Effect.sync(() => child.kill())
  })

const locations = ["--path-format=absolute", "--git-dir", "--git-common-dir", "--show-toplevel", "HEAD"]

/** Finds the common git directory of a folder's repository, without the `Git` service. None outside a repository. */
export const findCommonDirectory = Effect.fn("Git.findCommonDirectory")(function* (folder: string) {
  const env = repositoryEnvironment(folder, yield* GitEnvironment)
  const found = yield* runGit(folder, ["rev-parse", "--path-format=absolute", "--git-common-dir"], env)
  return Option.map(found, (text) => text.replace(/\n$/, ""))
})

/** Parses the list of the configuration with scopes: scope and entry in turn, each ended by a NUL. */
const parseConfig = (listed: string): Pick<RepositoryState, "config" | "ownKeys"> => {
  const parts = listed.split("\0")
  const entries = parts.filter((_, index) => index % 2 === 1)
  const own = entries.filter((_, index) => parts[index * 2] === "local" || parts[index * 2] === "worktree")
  return {
    config: entries.map((entry) => `${entry}\0`).join(""),
    ownKeys: own.map((entry) => entry.replace(/\n.*$/s, ""))
  }
}

/**
 * Reads the state of the repository of a folder by three processes at once, without the `Git` service, for programs that
 * must answer fast. None outside a work tree, before the first commit, or if git fails. `prefixes`: of the refs to list.
 */
export const probeState = Effect.fn("Git.probeState")(function* (folder: string, prefixes: ReadonlyArray<string>) {
  const env = repositoryEnvironment(folder, yield* GitEnvironment)
  const [found, refs, config] = yield* Effect.all(
    [
      runGit(folder, ["rev-parse", ...locations], env),
      runGit(folder, ["for-each-ref", "--format=%(objectname) %(refname)", ...prefixes], env),
      runGit(folder, ["config", "--list", "--show-scope", "-z"], env)
    ],
    { concurrency: 3 }
  )
  if (Option.isNone(found) || Option.isNone(refs) || Option.isNone(config)) return Option.none<RepositoryState>()
  const [gitDirectory, commonDirectory, workTree, head] = found.value.split("\n")
  if (gitDirectory === undefined || commonDirectory === undefined || workTree === undefined || head === undefined) {
    return Option.none<RepositoryState>()
  }
  return Option.some<RepositoryState>({
    gitDirectory,
    commonDirectory,
    workTree,
    head,
    refs: refs.value,
    ...parseConfig(config.value)
  })
})

/**
 * Lists the files that differ from HEAD, without untracked ones, and those that only look so by their times. Git reads
 * contents only where times do not tell, as right after a checkout: without filters, so that what they change is listed,
 * too. Empty if git fails.
 */
export const listChangedPaths = Effect.fn("Git.listChangedPaths")(function* ({
  config,
  workTree
}: Pick<RepositoryState, "config" | "workTree">) {
  const env = repositoryEnvironment(workTree, yield* GitEnvironment)
  const filters = withoutFilters(config.split("\0").map((entry) => ({ key: entry.replace(/\n.*$/s, "") })))
  const diff = ["diff-index", "--name-only", "--diff-filter=AMT", "-z", "HEAD", "--"]
  const listed = yield* runGit(workTree, [...globalOptions, ...filters.options, ...diff], { ...env, ...filters.env })
  return Option.match(listed, { onNone: () => [], onSome: (text) => text.split("\0").filter((path) => path !== "") })
})

/** The commit of HEAD: when it was made, its message, and whether it has a note. None if git fails. */
export const readHead = Effect.fn("Git.readHead")(function* (workTree: string, noteRef: string) {
  const env = repositoryEnvironment(workTree, yield* GitEnvironment)
  const [commit, note] = yield* Effect.all(
    [
      runGit(workTree, [...globalOptions, "log", "-1", "--format=%ct%n%B", "HEAD", "--"], env),
      runGit(workTree, [...globalOptions, "notes", `--ref=${noteRef}`, "list", "HEAD"], env)
    ],
    { concurrency: 2 }
  )
  return Option.map(commit, (text) => {
    const [seconds = "", ...message] = text.split("\n")
    return {
      committedMillis: Number(seconds) * 1000,
      message: message.join("\n"),
      hasNote: Option.isSome(note)
    }
  })
})
