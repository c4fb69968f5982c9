import { createHash } from "node:crypto"
import { basename, dirname, join } from "node:path"
import { Effect } from "effect"
import { NameInvalid, RepositoriesError } from "../model/RepositoriesError.ts"

/** Valid names: safe on command lines and in answers. */
const validName = /^[\p{L}\p{N}][\p{L}\p{N} ._+@/-]{0,99}$/u

/** Whether a name would mean another one as a path: `a/../b`. */
const hasDots = (name: string): boolean => name.split("/").some((part) => part === "." || part === "..")

/** Returns a valid repository name unchanged. Fails with `NameInvalid`. */
export const checkName = (given: string): Effect.Effect<string, RepositoriesError> =>
  validName.test(given) && given === given.trim() && !hasDots(given)
    ? Effect.succeed(given)
    : Effect.fail(new RepositoriesError({ reason: new NameInvalid({ name: given }) }))

/** Derives a name from a directory: its base name without `.git`, or the name of its parent for a `.git` directory. */
export const nameFromFolder = (folder: string): string => {
  const last = basename(folder)
  return last === ".git" ? basename(dirname(folder)) : last.replace(/\.git$/, "")
}

/** Returns the path of a clone next to the index, unique even on case-insensitive file systems. */
export const cloneDirectory = (index: string, repository: string): string => {
  const digest = createHash("sha256").update(repository).digest("hex").slice(0, 8)
  const readable = repository.replaceAll(/[^A-Za-z0-9._-]+/g, "-").slice(0, 60)
  return join(dirname(index), "clones", `${readable}-${digest}.git`)
}
