import { Effect, Option } from "effect"
import { readFile, realpath } from "node:fs/promises"
import { basename, dirname, join, resolve } from "node:path"
import type { Repository } from "./Git.ts"
import { GitError, GitTooOld, NotARepository, RepositoryUnreadable } from "./GitError.ts"
import { firstErrorLine } from "./GitFailure.ts"
import type { GitRunner } from "./GitRunner.ts"

/** The oldest git whose answers the program relies on. */
const minimum = { major: 2, minor: 34 }

const checkVersion = Effect.fnUntraced(function* (runner: GitRunner) {
  const { stdout } = yield* runner.collect({ name: "version", args: ["version"] })
  const [, version = "unknown", major = "0", minor = "0"] = /((\d+)\.(\d+)\S*)/.exec(stdout.toString("latin1")) ?? []
  if (Number(major) > minimum.major || (Number(major) === minimum.major && Number(minor) >= minimum.minor)) return
  return yield* new GitError({
    reason: new GitTooOld({ version, minimum: `${minimum.major}.${minimum.minor}` })
  })
})

const refusal = (directory: string, stderr: string): GitError =>
  /not a git repository \(or any|cannot change to .*(?:No such file|Not a directory)/s.test(stderr)
    ? new GitError({ reason: new NotARepository({ directory }) })
    : new GitError({ reason: new RepositoryUnreadable({ directory, detail: firstErrorLine(stderr) }) })

const resolved = (path: string): Effect.Effect<string> =>
  Effect.tryPromise(() => realpath(path)).pipe(Effect.orElseSucceed(() => path))

const facts = ["--is-bare-repository", "--is-inside-work-tree", "--show-object-format"]
const places = ["--path-format=absolute", "--git-dir", "--git-common-dir", "--show-toplevel"]

/** Asks git about the repository at a folder. Outside a work tree the last question fails, after all others. */
const discover = Effect.fnUntraced(function* (runner: GitRunner, directory: string) {
  const { exitCode, stderr, stdout } = yield* runner.collect({
    name: "rev-parse",
    args: ["-C", directory, "rev-parse", ...facts, ...places],
    exitCodes: [0, 128]
  })
  const lines = stdout.toString("utf8").split("\n").slice(0, -1)
  const [bare, inWorkTree, objectFormat = "sha1", gitDirectory, commonDirectory, workTree] = lines
  const expected = inWorkTree === "true" ? 6 : 5
  if (exitCode !== 0 && (lines.length < 5 || inWorkTree === "true")) return yield* refusal(directory, stderr)
  if (lines.length !== expected || gitDirectory === undefined || commonDirectory === undefined) {
    return yield* refusal(directory, "the path of the repository contains a newline")
  }
  return {
    bare: bare === "true",
    objectFormat: objectFormat === "sha256" ? ("sha256" as const) : ("sha1" as const),
    gitDirectory: yield* resolved(gitDirectory),
    commonDirectory: yield* resolved(commonDirectory),
    workTree: workTree === undefined ? Option.none<string>() : Option.some(yield* resolved(workTree))
  }
})

/** Where the work tree of a git directory may be, seen from inside it: `core.worktree`, the link back, the folder above. */
const workTreeCandidates = Effect.fnUntraced(function* (runner: GitRunner, gitDirectory: string) {
  const configured = yield* runner.collect({
    name: "config",
    args: [`--git-dir=${gitDirectory}`, "config", "-z", "--type=path", "core.worktree"],
    exitCodes: [0, 1]
  })
  const link = yield* Effect.tryPromise(() => readFile(join(gitDirectory, "gitdir"), "utf8")).pipe(Effect.option)
  return [
    ...configured.stdout
      .toString("utf8")
      .split("\0")
      .filter((path) => path !== "")
      .map((path) => resolve(gitDirectory, path)),
    ...Option.toArray(link).map((path) => dirname(resolve(gitDirectory, path.trimEnd()))),
    ...(basename(gitDirectory) === ".git" ? [dirname(gitDirectory)] : [])
  ]
})

/** The work tree of a repository whose git directory we started in: the candidate that belongs to it by git's own word. */
const findWorkTree = Effect.fnUntraced(function* (runner: GitRunner, gitDirectory: string) {
  for (const candidate of yield* workTreeCandidates(runner, gitDirectory)) {
    const found = yield* discover(runner, candidate).pipe(Effect.option)
    if (Option.isSome(found) && found.value.gitDirectory === gitDirectory) return found.value.workTree
  }
  return Option.none<string>()
})

/**
 * Finds the repository at or above a folder. Fails with `NotARepository`, `RepositoryUnreadable` (ownership, damage,
 * a format this git does not know), `GitMissing`, `GitTooOld`.
 */
export const openRepository = Effect.fnUntraced(function* (runner: GitRunner, directory: string) {
  const [, found] = yield* Effect.all([checkVersion(runner), Effect.result(discover(runner, directory))], {
    concurrency: 2
  })
  const { bare, commonDirectory, gitDirectory, objectFormat, workTree } = yield* Effect.fromResult(found)
  const repository: Repository = {
    gitDirectory,
    commonDirectory,
    objectFormat,
    workTree: bare || Option.isSome(workTree) ? workTree : yield* findWorkTree(runner, gitDirectory)
  }
  return repository
})

/** The options that tie a call to an opened repository, whatever its folder or the environment say. */
export const repositoryOptions = (repository: Repository): ReadonlyArray<string> =>
  Option.match(repository.workTree, {
    onNone: () => ["-C", repository.gitDirectory, `--git-dir=${repository.gitDirectory}`, "--bare"],
    onSome: (workTree) => ["-C", workTree, `--git-dir=${repository.gitDirectory}`, `--work-tree=${workTree}`]
  })
