import { resolve } from "node:path"
import { Effect, Option } from "effect"
import { isAddress, deriveRepositoryName, looksLikeAddress } from "../../adapters/git/clone/Address.ts"
import { AddressInvalid, CloneError } from "../../adapters/git/clone/CloneError.ts"
import { Git } from "../../adapters/git/Git.ts"
import { inRepository } from "../model/inRepository.ts"
import { RepositoriesError, SourceInvalid } from "../model/RepositoriesError.ts"
import { nameFromFolder } from "./names.ts"

/** A resolved source: a local directory or a clone URL. */
export type Source =
  | { readonly _tag: "Folder"; readonly directory: string; readonly name: string }
  | { readonly _tag: "Address"; readonly address: string; readonly name: string }

const repositoryOf = (directory: string) => inRepository(directory)(Effect.flatMap(Git, (git) => git.repository))

/**
 * Finds the root of the work tree, or the git directory of a bare repository and of one with a work tree from which git does
 * not find it (`core.worktree`).
 */
const findRoot = Effect.fnUntraced(function* (directory: string) {
  const { gitDirectory, workTree } = yield* repositoryOf(directory)
  if (Option.isNone(workTree)) return gitDirectory
  const found = yield* Effect.option(repositoryOf(workTree.value))
  return Option.exists(found, (other) => other.gitDirectory === gitDirectory) ? workTree.value : gitDirectory
})

/**
 * Resolves a source to a clone URL or a local directory. Fails with `SourceInvalid` if the directory is not in a repository,
 * and with `AddressInvalid` for an unsupported URL.
 */
export const resolveSource = Effect.fnUntraced(function* (given: string) {
  const local = yield* Effect.result(findRoot(resolve(given)))
  if (local._tag === "Success" && !isAddress(given)) {
    const source: Source = { _tag: "Folder", directory: local.success, name: nameFromFolder(local.success) }
    return source
  }
  if (isAddress(given)) {
    const source: Source = { _tag: "Address", address: given, name: deriveRepositoryName(given) }
    return source
  }
  if (looksLikeAddress(given)) return yield* new CloneError({ reason: new AddressInvalid({ address: given }) })
  if (local._tag === "Failure" && local.failure.reason._tag !== "NotARepository") return yield* local.failure
  return yield* new RepositoriesError({ reason: new SourceInvalid({ source: given }) })
})
