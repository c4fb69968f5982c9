import { Effect, Option } from "effect"
import { homedir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { parseConfig } from "../parse/ConfigParser.ts"
import { bareOptions, configCall } from "../process/DiscoveryCalls.ts"
import type { ConfigEntry } from "../Git.ts"
import type { Repository } from "../Repository.ts"
import { GitError, NotARepository } from "../GitError.ts"
import { commandError } from "../process/GitFailure.ts"
import type { GitRunner } from "../process/GitRunner.ts"
import { truncatedOutput } from "../parse/Records.ts"
import { cacheWhileUnchanged } from "../process/FileFingerprint.ts"

/**
 * Resolves a path from the configuration: `~/` is the home folder, other paths are relative to `folder`. From git 2.52, one
 * that may be missing starts with `:(optional)`.
 */
export const configuredPath = (folder: string, value: string): string => {
  const path = value.replace(/^:\(optional\)/, "")
  return path.startsWith("~/") ? join(homedir(), path.slice(2)) : resolve(folder, path)
}

/** Returns the values of a key, in the order git reads them. */
export const configValues = (config: ReadonlyArray<ConfigEntry>, key: string): ReadonlyArray<string> =>
  config.filter((entry) => entry.key === key).map((entry) => entry.value)

/** Whether a key, in lower case, is set to false, in one of the forms that git has for that. */
export const isSetToFalse = (config: ReadonlyArray<ConfigEntry>, key: string): boolean =>
  ["false", "no", "off", "0", ""].includes(configValues(config, key).at(-1)?.toLowerCase() ?? "true")

/** The folder and environment of the config call, and the repository it found. */
interface ConfigLocation {
  readonly directory: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly repository: Repository
}

/**
 * Resolves the origin of an entry to file paths. Git prints it relative to a folder that it chooses itself: the root of
 * the work tree or the git directory.
 */
const originFiles = ({ directory, repository }: ConfigLocation, origin: string): ReadonlyArray<string> => {
  if (!origin.startsWith("file:")) return []
  const folders = [directory, ...Option.toArray(repository.workTree), repository.gitDirectory]
  return folders.map((folder) => resolve(folder, origin.slice("file:".length)))
}

/**
 * Lists every file that the configuration was or would be read from: origins of entries, includes, the default
 * locations, the files of the repository, and HEAD, which conditional includes may test. A system-wide file created
 * later is only noticed by the next process.
 */
export const configFiles = (config: ReadonlyArray<ConfigEntry>, location: ConfigLocation): ReadonlyArray<string> => {
  const { env, repository } = location
  const home = env["HOME"] ?? homedir()
  const defaultFiles = [
    ...(env["GIT_CONFIG_GLOBAL"] === undefined
      ? [join(home, ".gitconfig"), join(env["XDG_CONFIG_HOME"] ?? join(home, ".config"), "git", "config")]
      : [env["GIT_CONFIG_GLOBAL"]]),
    env["GIT_CONFIG_SYSTEM"] ?? "/etc/gitconfig"
  ]
  const namedFiles = config.flatMap(({ key, origin, value }) => {
    const files = originFiles(location, origin)
    const includes = key === "include.path" || (key.startsWith("includeif.") && key.endsWith(".path"))
    return includes ? [...files, ...files.map((file) => configuredPath(dirname(file), value))] : files
  })
  const repositoryFiles = [
    join(repository.commonDirectory, "config"),
    join(repository.gitDirectory, "config.worktree"),
    join(repository.gitDirectory, "HEAD")
  ]
  return [...new Set([...defaultFiles, ...namedFiles, ...repositoryFiles])]
}

/** Whether a list lacks the settings of the repository, as git reads those of no bare one that it was not given. */
const isOwnLeftOut = (
  { exitCode, stdout }: { readonly exitCode: number; readonly stdout: Buffer },
  repository: Option.Option<Repository>
): boolean =>
  exitCode === 0 &&
  Option.exists(repository, ({ workTree }) => Option.isNone(workTree)) &&
  !parseConfig(stdout).some(({ scope }) => scope === "local")

/** {@link Git.config}, without the settings that this program passes to git. */
export const makeConfig = (
  runner: GitRunner,
  at: { readonly directory: string; readonly env: Readonly<Record<string, string>> },
  repository: Effect.Effect<Repository, GitError>
): Effect.Effect<ReadonlyArray<ConfigEntry>, GitError> => {
  const list = runner.collect(configCall(at.directory))
  const read = Effect.gen(function* () {
    const [listed, found] = yield* Effect.all([list, Effect.option(repository)], { concurrency: 2 })
    const { exitCode, stderr, stdout } = isOwnLeftOut(listed, found)
      ? yield* runner.collect(configCall(at.directory, bareOptions))
      : listed
    if (exitCode === 0 && stdout.length > 0 && stdout.at(-1) !== 0)
      return yield* commandError("config", 0, truncatedOutput)
    if (exitCode === 0) return { entries: parseConfig(stdout), repository: found }
    return yield* stderr.includes("cannot change to")
      ? new GitError({ reason: new NotARepository({ directory: at.directory }) })
      : commandError("config", exitCode, stderr)
  })
  const cached = cacheWhileUnchanged(read, ({ entries, repository: found }) =>
    Option.map(found, (known) => configFiles(entries, { ...at, repository: known }))
  )
  return Effect.map(cached, ({ entries }) => entries)
}
