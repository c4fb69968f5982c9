import { createHash } from "node:crypto"
import { basename, dirname, join } from "node:path"
import { Effect } from "effect"
import { NameInvalid, RepositoriesError } from "../model/RepositoriesError.ts"

/** Names are written on command lines and shown in answers. */
const name = /^[\p{L}\p{N}][\p{L}\p{N} ._+@/-]{0,99}$/u

/** A name that a repository can have. Fails with `NameInvalid`. */
export const checkName = (given: string): Effect.Effect<string, RepositoriesError> =>
  name.test(given) && given === given.trim()
    ? Effect.succeed(given)
    : Effect.fail(new RepositoriesError({ reason: new NameInvalid({ name: given }) }))

/** What people call the repository in a folder: the folder, of a git directory in a work tree the one above it. */
export const nameFromFolder = (folder: string): string => {
  const last = basename(folder)
  return last === ".git" ? basename(dirname(folder)) : last.replace(/\.git$/, "")
}

/** Where the clone of a repository lies: beside the index, and apart also where file names know no case. */
export const cloneDirectory = (index: string, repository: string): string => {
  const digest = createHash("sha256").update(repository).digest("hex").slice(0, 8)
  const readable = repository.replaceAll(/[^A-Za-z0-9._-]+/g, "-").slice(0, 60)
  return join(dirname(index), "clones", `${readable}-${digest}.git`)
}
