import { Effect, Option } from "effect"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import type { ObjectId } from "../../../domain/ObjectId.ts"
import type { GitCall } from "../process/GitRunner.ts"
import { bareCall } from "./bareCall.ts"

/** A commit of a repository, which is named by its git directory. */
export interface BareCommit {
  readonly directory: string
  readonly commit: ObjectId
}

/** A file of such a commit. */
export interface BareFile extends BareCommit {
  readonly path: string
}

/** Builds calls in an empty repository that borrows the objects of others. */
export type Gathering = (
  repositories: ReadonlyArray<BareCommit>,
  name: string,
  args: ReadonlyArray<string>,
  more?: Pick<GitCall, "stdin" | "exitCodes">
) => Option.Option<GitCall>

/** Longest list of folders in a variable; Linux allows 128 KiB. */
const maxListBytes = 100_000
/** Whether one process can see the objects of a git directory with those of others: git reads a list of folders. */
export const isListable = (directory: string): boolean => !/[:;"\n]/.test(directory)

const sha256Config = "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = sha256\n"

const makeEmpty = (directory: string, config: string): string => {
  for (const folder of ["objects", "refs"]) mkdirSync(join(directory, folder), { recursive: true })
  writeFileSync(join(directory, "HEAD"), "ref: refs/heads/none\n")
  writeFileSync(join(directory, "config"), config)
  return directory
}

const makeEmptyRepositories = () => {
  const folder = mkdtempSync(join(tmpdir(), "ultragit-objects-"))
  return {
    folder,
    byIdLength: new Map([
      [40, makeEmpty(join(folder, "sha1.git"), "")],
      [64, makeEmpty(join(folder, "sha256.git"), sha256Config)]
    ])
  }
}

/**
 * Makes an empty repository for the scope in which one process sees the objects of many: a process for each would take longer
 * to start than to search. None for a call if the repositories differ in their kind of ids, or their folders cannot be listed.
 */
export const makeGathering = Effect.gen(function* () {
  const empty = yield* Effect.acquireRelease(
    Effect.option(Effect.try({ try: makeEmptyRepositories, catch: String })),
    (made) => Effect.sync(() => Option.isSome(made) && rmSync(made.value.folder, { recursive: true, force: true }))
  )
  const gather: Gathering = (repositories, name, args, more = {}) => {
    const lengths = new Set(repositories.map(({ commit }) => commit.length))
    const [length = 0] = lengths
    const folders = [...new Set(repositories.map(({ directory }) => join(directory, "objects")))]
    const list = folders.join(delimiter)
    const directory = Option.flatMapNullishOr(empty, ({ byIdLength }) => byIdLength.get(length))
    const isUsable = lengths.size === 1 && folders.every(isListable) && Buffer.byteLength(list) <= maxListBytes
    return Option.map(isUsable ? directory : Option.none(), (gitDirectory) => ({
      ...bareCall(gitDirectory, name, args, more),
      env: { GIT_ALTERNATE_OBJECT_DIRECTORIES: list }
    }))
  }
  return gather
})
