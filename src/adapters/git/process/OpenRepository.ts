import { Effect, Option, Result } from "effect"
import { readFile, realpath } from "node:fs/promises"
import { basename, dirname, join, resolve } from "node:path"
import { bareOptions, discoveryCall, splitTrace } from "./DiscoveryCalls.ts"
import type { Repository } from "../Repository.ts"
import { GitError, GitTooOld, NotARepository, RepositoryUnreadable } from "../GitError.ts"
import { firstErrorLine } from "./GitFailure.ts"
import type { GitRunner } from "./GitRunner.ts"

/** The oldest supported git. */
const minimum = { major: 2, minor: 34 }

/** Version of git: its numbers, and the whole of it. */
export interface GitVersion {
  readonly major: number
  readonly minor: number
  readonly text: string
}

/** An opened repository and the version of the git that opened it. */
export interface OpenedRepository {
  readonly repository: Repository
  readonly version: GitVersion
}

const checkVersion = (answer: string): Effect.Effect<GitVersion, GitError> => {
  const found = /(\d+)\.(\d+)\S*/.exec(answer)
  const text = found === null ? "unknown" : found[0]
  const [major, minor] = [Number(found?.[1]), Number(found?.[2])]
  if (major > minimum.major || (major === minimum.major && minor >= minimum.minor)) {
    return Effect.succeed({ major, minor, text })
  }
  return Effect.fail(
    new GitError({ reason: new GitTooOld({ version: text, minimum: `${minimum.major}.${minimum.minor}` }) })
  )
}

const readVersion = (runner: GitRunner): Effect.Effect<string, GitError> =>
  Effect.map(runner.collect({ name: "version", args: ["version"] }), ({ stdout }) => stdout.toString("latin1"))

const openError = (directory: string, stderr: string): GitError =>
  /not a git repository \(or any|cannot change to .*(?:No such file|Not a directory)/s.test(stderr)
    ? new GitError({ reason: new NotARepository({ directory }) })
    : new GitError({ reason: new RepositoryUnreadable({ directory, detail: firstErrorLine(stderr) }) })

const resolveLinks = (path: string): Effect.Effect<string> =>
  Effect.tryPromise(() => realpath(path)).pipe(Effect.orElseSucceed(() => path))

/**
 * Queries the location and format of the repository at a folder, and in the same call the version of git. Fails with
 * `GitTooOld` before looking at the answer of an unsupported git.
 */
const queryRepository = Effect.fnUntraced(function* (
  runner: GitRunner,
  directory: string,
  options: ReadonlyArray<string> = []
) {
  const result = yield* Effect.result(runner.collect(discoveryCall(directory, options)))
  if (Result.isFailure(result) && result.failure.reason._tag !== "CommandFailed") return yield* result.failure
  const traced = splitTrace(Result.isSuccess(result) ? result.success.stderr : "")
  const version = yield* checkVersion(traced.version ?? (yield* readVersion(runner)))
  return { ...(yield* Effect.fromResult(result)), stderr: traced.stderr, version }
})

/** Whether git found a bare repository but uses none that it was not given (`safe.bareRepository`). */
const isBareRefused = (stderr: string): boolean => stderr.includes("cannot use bare repository '")

const discover = Effect.fnUntraced(function* (runner: GitRunner, directory: string, isNamed = false) {
  const found = yield* queryRepository(runner, directory)
  const named = isNamed && isBareRefused(found.stderr) ? yield* queryRepository(runner, directory, bareOptions) : found
  // Below the git directory, what git found and refused says more.
  const { exitCode, stderr, stdout, version } = named.stdout.length === 0 ? found : named
  const lines = stdout.toString("utf8").split("\n").slice(0, -1)
  const [bare, inWorkTree, objectFormat = "sha1", gitDirectory, commonDirectory, workTree] = lines
  // Outside the work tree, git reports the root only if the environment names it.
  const expected = exitCode === 0 ? 6 : 5
  if (exitCode !== 0 && (lines.length < 5 || inWorkTree === "true")) return yield* openError(directory, stderr)
  if (lines.length !== expected || gitDirectory === undefined || commonDirectory === undefined) {
    return yield* openError(directory, "the path of the repository contains a newline")
  }
  return {
    version,
    bare: bare === "true",
    objectFormat: objectFormat === "sha256" ? ("sha256" as const) : ("sha1" as const),
    gitDirectory: yield* resolveLinks(gitDirectory),
    commonDirectory: yield* resolveLinks(commonDirectory),
    workTree: workTree === undefined ? Option.none<string>() : Option.some(yield* resolveLinks(workTree))
  }
})

/**
 * Finds possible work trees of a git directory: the named one, `core.worktree`, the link back from the git directory,
 * the parent folder.
 */
const workTreeCandidates = Effect.fnUntraced(function* (
  runner: GitRunner,
  gitDirectory: string,
  named: Option.Option<string>
) {
  const configured = yield* runner.collect({
    name: "config",
    args: [`--git-dir=${gitDirectory}`, "config", "-z", "--type=path", "core.worktree"],
    exitCodes: [0, 1]
  })
  const link = yield* Effect.tryPromise(() => readFile(join(gitDirectory, "gitdir"), "utf8")).pipe(Effect.option)
  return [
    ...Option.toArray(named),
    ...configured.stdout
      .toString("utf8")
      .split("\0")
      .filter((path) => path !== "")
      .map((path) => resolve(gitDirectory, path)),
    ...Option.toArray(link).map((path) => dirname(resolve(gitDirectory, path.trimEnd()))),
    ...(basename(gitDirectory) === ".git" ? [dirname(gitDirectory)] : [])
  ]
})

/**
 * Finds the work tree of a repository that was opened from inside its git directory: the first candidate that git
 * resolves to the same git directory.
 */
const findWorkTree = Effect.fnUntraced(function* (
  runner: GitRunner,
  gitDirectory: string,
  named: Option.Option<string>
) {
  for (const candidate of yield* workTreeCandidates(runner, gitDirectory, named)) {
    const found = yield* discover(runner, candidate).pipe(Effect.option)
    if (Option.isSome(found) && found.value.gitDirectory === gitDirectory) return found.value.workTree
  }
  return Option.none<string>()
})

/**
 * Opens the repository at or above a folder. Fails with `NotARepository`, `RepositoryUnreadable` (ownership, damage,
 * unsupported format), `GitMissing` and `GitTooOld`.
 *
 * @param named what the caller names rather than git finds it: the work tree of `GIT_WORK_TREE`, and whether the folder
 */
export const openRepository = Effect.fnUntraced(function* (
  runner: GitRunner,
  directory: string,
  named: { readonly workTree: Option.Option<string>; readonly isFolderNamed: boolean }
) {
  const { bare, commonDirectory, gitDirectory, objectFormat, version, workTree } = yield* discover(
    runner,
    directory,
    named.isFolderNamed
  )
  const repository: Repository = {
    gitDirectory,
    commonDirectory,
    objectFormat,
    gitVersion: version.text,
    workTree: bare || Option.isSome(workTree) ? workTree : yield* findWorkTree(runner, gitDirectory, named.workTree)
  }
  const opened: OpenedRepository = { repository, version }
  return opened
})

/** Returns the options that select an opened repository, regardless of folder and environment. */
export const repositoryOptions = (repository: Repository): ReadonlyArray<string> =>
  Option.match(repository.workTree, {
    onNone: () => ["-C", repository.gitDirectory, `--git-dir=${repository.gitDirectory}`, "--bare"],
    onSome: (workTree) => ["-C", workTree, `--git-dir=${repository.gitDirectory}`, `--work-tree=${workTree}`]
  })
