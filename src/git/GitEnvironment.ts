import { Context } from "effect"
import { env } from "node:process"

/** The environment that git processes get it from; a test puts its own here. Read when the layer is built. */
export const GitEnvironment = Context.Reference<Readonly<Record<string, string | undefined>>>(
  "ultragit/git/GitEnvironment",
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

/** The options before the sub-command that make a call read-only in every respect. */
export const globalOptions: ReadonlyArray<string> = [
  "--no-pager",
  "--literal-pathspecs",
  ...overrides.flatMap((setting) => ["-c", setting])
]
