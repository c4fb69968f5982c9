import { Context } from "effect"
import { resolve } from "node:path"
import { env } from "node:process"

/** The environment that git processes get it from; a test puts its own here. Read when the layer is built. */
export const GitEnvironment = Context.Reference<Readonly<Record<string, string | undefined>>>(
  "ultragit/adapters/git/GitEnvironment",
  { defaultValue: () => env }
)

/** Git's own variables that stay: where configuration and git itself are, how far discovery goes. */
const kept = /^GIT_(?:CONFIG_\w+|EXEC_PATH|CEILING_DIRECTORIES|DISCOVERY_ACROSS_FILESYSTEM|ATTR_NOSYSTEM|TEST_\w+)$/

/**
 * What every git process gets. Of git's variables only {@link kept} pass: the others would lead to another repository
 * (`GIT_DIR`), change answers (`GIT_DIFF_OPTS`) or start programs (`GIT_EXTERNAL_DIFF`). A missing object of a partial
 * clone is not fetched: versions that do not know `GIT_NO_LAZY_FETCH` find no protocol allowed.
 */
export const gitEnvironment = (
  inherited: Readonly<Record<string, string | undefined>>
): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    Object.entries(inherited).flatMap(([name, value]): ReadonlyArray<readonly [string, string]> =>
      value === undefined || (name.startsWith("GIT_") && !kept.test(name)) ? [] : [[name, value]]
    )
  ),
  LC_ALL: "C",
  LANGUAGE: "",
  GIT_ALLOW_PROTOCOL: "none",
  GIT_NO_LAZY_FETCH: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0"
})

const only = (
  inherited: Readonly<Record<string, string | undefined>>,
  names: ReadonlyArray<string>
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.flatMap((name): ReadonlyArray<readonly [string, string]> => {
      const value = inherited[name]
      return value === undefined ? [] : [[name, value]]
    })
  )

const placing = ["GIT_DIR", "GIT_WORK_TREE"]

/**
 * The same for the repository of a `GitDirectory`: where no folder is named, the variables that name a repository count as
 * they do for git. Of a named folder they do not; a hook has them of the repository that it runs in.
 */
export const repositoryEnvironment = (
  directory: string,
  inherited: Readonly<Record<string, string | undefined>>
): Readonly<Record<string, string>> => {
  const named = directory === "" ? Object.entries(only(inherited, placing)) : []
  const places = named.flatMap(([name, path]) => (path === "" ? [] : [[name, resolve(path)] as const]))
  return { ...gitEnvironment(inherited), ...Object.fromEntries(places) }
}

const identity = ["GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"]

/** Who the user is by the environment; the rest git finds in its configuration. */
export const identityEnvironment = (inherited: Readonly<Record<string, string | undefined>>) =>
  only(inherited, identity)

const reaching = [
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

/** What a git process gets that talks to a remote: the user's own ways there, but nobody is asked anything. */
export const remoteEnvironment = (
  inherited: Readonly<Record<string, string | undefined>>
): Readonly<Record<string, string>> => {
  const { GIT_ALLOW_PROTOCOL: _, ...rest } = gitEnvironment(inherited)
  return { ...rest, ...only(inherited, reaching) }
}

/**
 * Nobody is asked anything: not on a terminal, and by no window either, of ssh, of git or of a credential helper. A
 * program that the user's environment names for this very purpose still answers.
 */
export const nonInteractiveEnvironment = (
  inherited: Readonly<Record<string, string | undefined>>
): Readonly<Record<string, string>> => ({
  GIT_TERMINAL_PROMPT: "0",
  // Where it is empty, git asks neither the one of its configuration nor that of ssh.
  GIT_ASKPASS: inherited["GIT_ASKPASS"] ?? "",
  SSH_ASKPASS: "",
  SSH_ASKPASS_REQUIRE: "never",
  GCM_INTERACTIVE: "never"
})

/** Settings of the user's that would change an answer or start a program, set to git's own defaults or to nothing. */
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

/** The options before the sub-command that make a call read-only in every respect. */
export const globalOptions: ReadonlyArray<string> = ["--no-pager", "--literal-pathspecs", ...asOptions(overrides)]

/** The options of a call that talks to a remote: the protocols that the user allows, no hooks. */
export const remoteOptions: ReadonlyArray<string> = [
  "--no-pager",
  ...asOptions(overrides.filter((setting) => !setting.startsWith("protocol.")))
]
