import { Effect, Option } from "effect"
import type { GitError } from "../../adapters/git/GitError.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { decodeContent } from "../searching/decodeContent.ts"
import type { FileMatcher, Matches } from "../searching/FileMatcher.ts"
import type { GrepPlan } from "../searching/grepPlan.ts"
import type { Folder, HostedRepository } from "./Folder.ts"
import type { MatchedFile } from "./rankFiles.ts"
import { defaultRevision } from "./revisions.ts"
import { toShownPath } from "../searching/shownPath.ts"

/** What to find in each repository. */
export interface FileSearch {
  readonly branch: string | undefined
  readonly matcher: FileMatcher
  /** Undefined if the query asks nothing of contents. */
  readonly grep: GrepPlan | undefined
  readonly isPath: (path: string) => boolean
}

/** Largest file that is read to look for phrases over several lines. */
export const maxVerifiedBytes = 16 * 1024 * 1024

/** Full names of the branches that a caller may mean. */
const branchNames = (branch: string): ReadonlyArray<string> =>
  branch.startsWith("refs/") ? [branch] : [`refs/heads/${branch}`, branch]

const exists = ({ branches }: HostedRepository, name: string): Effect.Effect<boolean, GitError> =>
  Effect.map(branches, (all) => all.some(({ ref }) => ref === name))

/** The branch to search; none where the repository has no such branch. The commit where HEAD is detached. */
export const searchedBranch = Effect.fnUntraced(function* (repository: HostedRepository, branch: string | undefined) {
  const { branches, head } = repository
  if (branch === undefined) return Option.some<string>(head._tag === "Branch" ? head.ref : head.commit)
  const names = branchNames(branch)
  return Option.fromUndefinedOr((yield* branches).find(({ ref }) => names.includes(ref))?.ref)
})

/** Searches a branch, and what takes its place where HEAD names none. */
export const onBranch = <A>(
  repository: HostedRepository,
  name: string,
  search: (branch: string) => Effect.Effect<ReadonlyArray<A>, GitError>
): Effect.Effect<ReadonlyArray<A>, GitError> =>
  search(name).pipe(
    Effect.catch(
      Effect.fnUntraced(function* (error) {
        if (repository.head._tag === "Detached" || (yield* exists(repository, name))) return yield* error
        const other = yield* defaultRevision(repository)
        return Option.isNone(other) ? [] : yield* search(other.value.name)
      })
    )
  )

/** Reads the lines that may match, file by file. */
const readLines = Effect.fnUntraced(function* (
  { git }: Folder,
  { directory }: HostedRepository,
  revision: string,
  { grep, isPath, matcher }: FileSearch
) {
  const files = new Map<string, Matches>()
  if (grep === undefined) return files
  let last = { path: "", isWanted: false }
  yield* git.grep(directory, { revision, ...grep }, ({ number, path, text }) => {
    if (last.path !== path) last = { path, isWanted: isPath(toShownPath(path)) }
    if (!last.isWanted) return
    const matches = files.get(path) ?? matcher.start()
    files.set(path, matches)
    matcher.addLine(matches, number, text)
  })
  return files
})

/** Adds the files in which no searched word was found, where they may match too. */
const addOthers = Effect.fnUntraced(function* (
  { git }: Folder,
  { directory }: HostedRepository,
  revision: string,
  { isPath, matcher }: FileSearch,
  files: Map<string, Matches>
) {
  if (!matcher.canMatchWithoutContent) return
  for (const { kind, path } of yield* git.files(directory, revision)) {
    if (kind !== "submodule" && !files.has(path) && isPath(toShownPath(path))) files.set(path, matcher.start())
  }
})

/** Reads the contents in which phrases may go over several lines. */
const verify = Effect.fnUntraced(function* (
  { git }: Folder,
  { directory }: HostedRepository,
  revision: string,
  matcher: FileMatcher,
  files: ReadonlyArray<readonly [string, Matches]>
) {
  const names = files.map(([path]) => `${revision}:${path}`)
  const contents = yield* git.contents(directory, names, maxVerifiedBytes)
  for (const [at, [, matches]] of files.entries()) {
    const content = contents[at]
    if (content?._tag === "Found") matcher.addContent(matches, decodeContent(content.bytes))
  }
})

/** Where files were found. */
interface Searched {
  /** What git is asked for. */
  readonly revision: string
  readonly branch: string
  readonly commit: ObjectId | undefined
}

/** Selects the files that match, of those in which lines were found and of the others. */
export const selectFiles = Effect.fnUntraced(function* (
  folder: Folder,
  repository: HostedRepository,
  { branch, commit, revision }: Searched,
  search: FileSearch,
  files: Map<string, Matches>
) {
  const { matcher } = search
  yield* addOthers(folder, repository, revision, search, files)
  const truthOf = (path: string, matches: Matches) => matcher.matchesFile({ path: toShownPath(path), branch }, matches)
  const open = [...files].filter(([path, matches]) => truthOf(path, matches) === undefined)
  yield* verify(folder, repository, revision, matcher, open)
  return [...files].flatMap(([path, matches]): ReadonlyArray<MatchedFile> =>
    truthOf(path, matches) === true ? [{ repository, branch, commit, path, matches, hasUnreadLines: false }] : []
  )
})

/** Finds the matching files of one repository. */
export const searchRepository = Effect.fnUntraced(function* (
  folder: Folder,
  repository: HostedRepository,
  search: FileSearch
) {
  const named = yield* searchedBranch(repository, search.branch)
  if (Option.isNone(named)) return []
  return yield* onBranch(
    repository,
    named.value,
    Effect.fnUntraced(function* (branch) {
      const files = yield* readLines(folder, repository, branch, search)
      return yield* selectFiles(folder, repository, { revision: branch, branch, commit: undefined }, search, files)
    })
  )
})

/** The commit that a searched branch points to. */
export const branchCommit = (
  { branches, head }: HostedRepository,
  branch: string
): Effect.Effect<ObjectId | null, GitError> =>
  head._tag === "Detached" && head.commit === branch
    ? Effect.succeed(head.commit)
    : Effect.map(branches, (all) => all.find(({ ref }) => ref === branch)?.commit ?? null)
