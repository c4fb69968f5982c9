import { Effect, Option } from "effect"
import { homedir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { parseConfig } from "../parse/ConfigParser.ts"
import { configCall } from "../process/DiscoveryCalls.ts"
import type { ConfigEntry } from "../Git.ts"
import type { Repository } from "../Repository.ts"
import { GitError, NotARepository } from "../GitError.ts"
import { commandError } from "../process/GitFailure.ts"
import type { GitRunner } from "../process/GitRunner.ts"
import { truncatedOutput } from "../parse/Records.ts"
import { cacheWhileUnchanged } from "../process/FileFingerprint.ts"

/** A path of the configuration: `~/` is the home folder, anything else counts from `folder`. */
export const configuredPath = (folder: string, value: string): string =>
  value.startsWith("~/") ? join(homedir(), value.slice(2)) : resolve(folder, value)

/** The values of a key, in the order git reads them. */
export const configValues = (config: ReadonlyArray<ConfigEntry>, key: string): ReadonlyArray<string> =>
  config.filter((entry) => entry.key === key).map((entry) => entry.value)

/** Where git was asked, with what environment, and what it found there. */
interface ConfigLocation {
  readonly directory: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly repository: Repository
}

/** Git names the origin of an entry from the folder it went to by itself: the root of the work tree or the git directory. */
const originFiles = ({ directory, repository }: ConfigLocation, origin: string): ReadonlyArray<string> => {
  if (!origin.startsWith("file:")) return []
  const folders = [directory, ...Option.toArray(repository.workTree), repository.gitDirectory]
  return folders.map((folder) => resolve(folder, origin.slice("file:".length)))
}

/**
 * Every file that the configuration was read from or would be: where entries come from, what they include, git's usual
 * places, the repository's own, and HEAD, on which conditions may hang. A system-wide file that appears where none was
 * is only seen by the next process.
 */
export const configFiles = (config: ReadonlyArray<ConfigEntry>, place: ConfigLocation): ReadonlyArray<string> => {
  const { env, repository } = place
  const home = env["HOME"] ?? homedir()
  const usual = [
    ...(env["GIT_CONFIG_GLOBAL"] === undefined
      ? [join(home, ".gitconfig"), join(env["XDG_CONFIG_HOME"] ?? join(home, ".config"), "git", "config")]
      : [env["GIT_CONFIG_GLOBAL"]]),
    env["GIT_CONFIG_SYSTEM"] ?? "/etc/gitconfig"
  ]
  const named = config.flatMap(({ key, origin, value }) => {
    const files = originFiles(place, origin)
    const includes = key === "include.path" || (key.startsWith("includeif.") && key.endsWith(".path"))
    return includes ? [...files, ...files.map((file) => configuredPath(dirname(file), value))] : files
  })
  const own = [
    join(repository.commonDirectory, "config"),
    join(repository.gitDirectory, "config.worktree"),
    join(repository.gitDirectory, "HEAD")
  ]
  return [...new Set([...usual, ...named, ...own])]
}

/** {@link Git.config}: without our own settings, which are no part of the user's configuration. */
export const makeConfig = (
  runner: GitRunner,
  at: { readonly directory: string; readonly env: Readonly<Record<string, string>> },
  repository: Effect.Effect<Repository, GitError>
): Effect.Effect<ReadonlyArray<ConfigEntry>, GitError> => {
  const list = runner.collect(configCall(at.directory))
  const read = Effect.gen(function* () {
    const [{ exitCode, stderr, stdout }, found] = yield* Effect.all([list, Effect.option(repository)], {
      concurrency: 2
    })
    if (exitCode === 0 && (stdout.at(-1) ?? 0) !== 0) return yield* commandError("config", 0, truncatedOutput)
    if (exitCode === 0) return { entries: parseConfig(stdout), repository: found }
    return yield* stderr.includes("cannot change to")
      ? new GitError({ reason: new NotARepository({ directory: at.directory }) })
      : commandError("config", exitCode, stderr)
  })
  const kept = cacheWhileUnchanged(read, ({ entries, repository: found }) =>
    Option.map(found, (known) => configFiles(entries, { ...at, repository: known }))
  )
  return Effect.map(kept, ({ entries }) => entries)
}
