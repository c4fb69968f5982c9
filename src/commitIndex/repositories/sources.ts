import { resolve } from "node:path"
import { Effect, Option } from "effect"
import { isAddress, deriveRepositoryName, looksLikeAddress } from "../../adapters/git/clone/Address.ts"
import { AddressInvalid, CloneError } from "../../adapters/git/clone/CloneError.ts"
import { Git } from "../../adapters/git/Git.ts"
import { inRepository } from "../model/inRepository.ts"
import { RepositoriesError, SourceInvalid } from "../model/RepositoriesError.ts"
import { nameFromFolder } from "./names.ts"

/** Where a repository is read. */
export type Source =
  | { readonly _tag: "Folder"; readonly directory: string; readonly name: string }
  | { readonly _tag: "Address"; readonly address: string; readonly name: string }

/** Its root, or its git directory where it is bare. */
const rootOf = Effect.fnUntraced(function* (directory: string) {
  const repository = Effect.flatMap(Git, (git) => git.repository)
  const { gitDirectory, workTree } = yield* inRepository(directory)(repository)
  return Option.getOrElse(workTree, () => gitDirectory)
})

/**
 * What was given to be indexed: an address where it is one, else a folder. Fails with `SourceInvalid` where there is no
 * repository, with `AddressInvalid` for an address of another kind.
 */
export const resolveSource = Effect.fnUntraced(function* (given: string) {
  const here = yield* Effect.result(rootOf(resolve(given)))
  if (here._tag === "Success" && !isAddress(given)) {
    const source: Source = { _tag: "Folder", directory: here.success, name: nameFromFolder(here.success) }
    return source
  }
  if (isAddress(given)) {
    const source: Source = { _tag: "Address", address: given, name: deriveRepositoryName(given) }
    return source
  }
  if (looksLikeAddress(given)) return yield* new CloneError({ reason: new AddressInvalid({ address: given }) })
  if (here._tag === "Failure" && here.failure.reason._tag !== "NotARepository") return yield* here.failure
  return yield* new RepositoriesError({ reason: new SourceInvalid({ source: given }) })
})
