import { Effect, type Scope } from "effect"
import { mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { makeFolder, repositoryAt, type TemporaryRepository } from "./TemporaryRepository.ts"

/** The folders of a git directory, also those that are empty: a full disk or a lock finds them as git makes them. */
const foldersOf = (directory: string) =>
  readdirSync(join(directory, ".git"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name, parentPath }) => relative(directory, join(parentPath, name)))

/** What each file of a git directory holds but the index, whose times are those of one work tree. */
const filesOf = (directory: string) =>
  readdirSync(join(directory, ".git"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "index")
    .map(({ name, parentPath }) => join(parentPath, name))
    .map((file) => [relative(directory, file), readFileSync(file)] as const)

/**
 * Makes a repository once for a test file and gives a copy of it each time: with one git process instead of dozens.
 * Only what is committed is copied, and what is in the git directory; nothing there may name its own folder.
 */
export const fromTemplate = <A extends object, E>(
  make: Effect.Effect<A & { readonly repository: TemporaryRepository }, E, Scope.Scope>
): Effect.Effect<A & { readonly repository: TemporaryRepository }, E, Scope.Scope> => {
  const frozen = Effect.map(make, (made) => ({
    made,
    folders: foldersOf(made.repository.directory),
    files: filesOf(made.repository.directory)
  }))
  const kept = Effect.runSync(Effect.cached(Effect.scoped(frozen)))
  return Effect.gen(function* () {
    const { files, folders, made } = yield* kept
    const repository = repositoryAt(yield* makeFolder, made.repository.lastDate())
    for (const path of folders) mkdirSync(join(repository.directory, path), { recursive: true })
    for (const [path, content] of files) yield* repository.write(path, content)
    yield* repository.git(["read-tree", "--reset", "-u", "HEAD"])
    return { ...made, repository }
  })
}
