import { Context } from "effect"
import { resolve } from "node:path"
import { env } from "node:process"

/**
 * The environment from which those of git processes are derived. Tests provide their own. Read when the layer is built.
 */
export const GitEnvironment = Context.Reference<Readonly<Record<string, string | undefined>>>(
  "ultragit/adapters/git/GitEnvironment",
  { defaultValue: () => env }
)

/** Variables of git that are inherited: the location of configuration and git itself, and the limits of discovery. */
const inheritedVariables =
  /^GIT_(?:CONFIG_\w+|EXEC_PATH|CEILING_DIRECTORIES|DISCOVERY_ACROSS_FILESYSTEM|ATTR_NOSYSTEM|TEST_\w+)$/

/**
 * Builds the environment of git processes. Of the `GIT_` variables only {@link inheritedVariables} pass: others would
 * select another repository (`GIT_DIR`), change answers (`GIT_DIFF_OPTS`) or start programs (`GIT_EXTERNAL_DIFF`). Git
 * must not fetch missing objects of a partial clone: versions that do not know `GIT_NO_LAZY_FETCH` are stopped by
 * allowing no protocol.
 */
export const gitEnvironment = (
  inherited: Readonly<Record<string, string | undefined>>
): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    Object.entries(inherited).flatMap(([name, value]): ReadonlyArray<readonly [string, string]> =>
      value === undefined || (name.startsWith("GIT_") && !inheritedVariables.test(name)) ? [] : [[name, value]]
    )
  ),
  LC_ALL: "C",
  LANGUAGE: "",
  GIT_ALLOW_PROTOCOL: "none",
  GIT_NO_LAZY_FETCH: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0"
})

const pickVariables = (
  inherited: Readonly<Record<string, string | undefined>>,
  names: ReadonlyArray<string>
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.flatMap((name): ReadonlyArray<readonly [string, string]> => {
      const value = inherited[name]
      return value === undefined ? [] : [[name, value]]
    })
  )

const repositoryVariables = ["GIT_DIR", "GIT_WORK_TREE"]

/**
 * Builds the environment for a `GitDirectory`. If no folder is named, the variables that name a repository count as
 * they do for git. If one is named they are dropped, because a hook inherits those of the repository it runs in.
 */
export const repositoryEnvironment = (
  directory: string,
  inherited: Readonly<Record<string, string | undefined>>
): Readonly<Record<string, string>> => {
  const named = directory === "" ? Object.entries(pickVariables(inherited, repositoryVariables)) : []
  const absolute = named.flatMap(([name, path]) => (path === "" ? [] : [[name, resolve(path)] as const]))
  return { ...gitEnvironment(inherited), ...Object.fromEntries(absolute) }
}

const identityVariables = ["GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"]

/** Picks the variables that set the identity of the user. Without them, git reads its configuration. */
export const identityEnvironment = (inherited: Readonly<Record<string, string | undefined>>) =>
  pickVariables(inherited, identityVariables)

const remoteVariables = [
  "GIT_ASKPASS",
  "GIT_ALLOW_PROTOCOL",
  "GIT_PROTOCOL",
  "GIT_PROTOCOL_FROM_USER",
  "GIT_PROXY_COMMAND",
  "GIT_PROXY_SSL_CAINFO",
  "GIT_PROXY_SSL_CERT",
  "GIT_PROXY_SSL_KEY",
  "GIT_SSH",
  "GIT_SSH_COMMAND",
  "GIT_SSH_VARIANT",
  "GIT_SSL_CAINFO",
  "GIT_SSL_CAPATH",
  "GIT_SSL_CERT",
  "GIT_SSL_KEY",
  "GIT_SSL_NO_VERIFY"
]

/**
 * Builds the environment of git processes that contact a remote, with the proxies, ssh commands and certificates of the
 * user. Terminal prompts stay off.
 */
export const remoteEnvironment = (
  inherited: Readonly<Record<string, string | undefined>>
): Readonly<Record<string, string>> => {
  const { GIT_ALLOW_PROTOCOL: _, ...rest } = gitEnvironment(inherited)
  return { ...rest, ...pickVariables(inherited, remoteVariables) }
}

/**
 * Variables that prevent every prompt, on the terminal or in a window, from ssh, git and credential helpers. An askpass
 * program that the user has set in the environment still runs.
 */
export const nonInteractiveEnvironment = (
  inherited: Readonly<Record<string, string | undefined>>
): Readonly<Record<string, string>> => ({
  GIT_TERMINAL_PROMPT: "0",
  // An empty value also disables the askpass programs of the git configuration and of ssh.
  GIT_ASKPASS: inherited["GIT_ASKPASS"] ?? "",
  SSH_ASKPASS: "",
  SSH_ASKPASS_REQUIRE: "never",
  GCM_INTERACTIVE: "never"
})

/** User settings that would change an answer or start a program, reset to the defaults of git or disabled. */
const overrides: ReadonlyArray<string> = [
  "color.ui=false",
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "core.quotePath=false",
  "diff.algorithm=myers",
  "diff.context=3",
  "diff.indentHeuristic=true",
  "diff.interHunkContext=0",
  "diff.mnemonicPrefix=false",
  "diff.noprefix=false",
  "diff.orderFile=/dev/null",
  "diff.relative=false",
  "diff.renameLimit=1000",
  "diff.renames=true",
  "diff.suppressBlankEmpty=false",
  "log.date=default",
  "log.follow=false",
  "log.showRoot=true",
  "log.showSignature=false",
  "protocol.allow=never"
]

const asOptions = (settings: ReadonlyArray<string>) => settings.flatMap((setting) => ["-c", setting])

/** Options before the subcommand that make a call read-only and independent of user settings. */
export const globalOptions: ReadonlyArray<string> = ["--no-pager", "--literal-pathspecs", ...asOptions(overrides)]

/** Options of a call to a remote: respects the protocols that the user allows, runs no hooks. */
export const remoteOptions: ReadonlyArray<string> = [
  "--no-pager",
  ...asOptions(overrides.filter((setting) => !setting.startsWith("protocol.")))
]
