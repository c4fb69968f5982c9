import { findSimilarNames } from "../../../domain/AnchorName.ts"
import { contextOptionNames } from "./contextOptions.ts"

const ownNames: ReadonlyArray<string> = [...contextOptionNames, "annotation", "allow-secret"]

/** Long options of `git commit`, without `no-` and `--help`. */
const gitNames = [
  "ahead-behind",
  "all",
  "allow-empty",
  "allow-empty-message",
  "amend",
  "author",
  "branch",
  "cleanup",
  "date",
  "dry-run",
  "edit",
  "file",
  "fixup",
  "gpg-sign",
  "include",
  "inter-hunk-context",
  "interactive",
  "long",
  "message",
  "null",
  "only",
  "patch",
  "pathspec-file-nul",
  "pathspec-from-file",
  "porcelain",
  "post-rewrite",
  "quiet",
  "reedit-message",
  "reset-author",
  "reuse-message",
  "short",
  "signoff",
  "squash",
  "status",
  "template",
  "trailer",
  "unified",
  "untracked-files",
  "verbose",
  "verify"
]

/** Whether git knows the option, which may be abbreviated and negated. */
const isGitOption = (name: string): boolean =>
  gitNames.some((known) => known.startsWith(name.startsWith("no-") ? name.slice("no-".length) : name))

/**
 * Finds which of our options an argument misspells, shortens or lengthens. Undefined for git's options and for
 * everything that is closer to one of them.
 */
export const findMisspelledOption = (argument: string): string | undefined => {
  const name = /^--([a-z][a-z-]+)(?:=|$)/.exec(argument)?.[1]
  if (name === undefined || isGitOption(name)) return undefined
  const affixed = ownNames.find((own) => own.startsWith(name) || (own !== "at" && name.startsWith(own)))
  const [nearest] = affixed === undefined ? findSimilarNames(name, [...gitNames, ...ownNames], 1) : [affixed]
  return nearest !== undefined && ownNames.includes(nearest) ? `--${nearest}` : undefined
}
