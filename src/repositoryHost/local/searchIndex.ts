import { Effect, Option } from "effect"
import { CurrentVisibility } from "../../domain/Visibility.ts"
import type { IndexedCommit, IndexedPlace } from "../fileIndex/answers.ts"
import type { FileIndex } from "../fileIndex/FileIndex.ts"
import type { IndexAnswer, Unindexed } from "../model/answers.ts"
import { HostError, HostFailed } from "../model/HostError.ts"
import type { Query } from "../query/Query.ts"
import { type FileMatcher, type Matches } from "../searching/FileMatcher.ts"
import { decodeContent } from "../searching/decodeContent.ts"
import { listLeaves } from "../searching/leaves.ts"
import { toShownPath } from "../searching/shownPath.ts"
import { describeIndexFailure } from "./describeIndexFailure.ts"
import { hasCommits } from "./find.ts"
import type { Folder, HostedRepository } from "./Folder.ts"
import { locate, type Place, toBare, unnamedCommit } from "./places.ts"
import type { MatchedFile } from "./rankFiles.ts"
import { type FileSearch, maxVerifiedBytes, searchedBranch } from "./searchRepository.ts"

type Index = FileIndex["Service"]

/** What the index finds, and the repositories that are left to git. */
export interface FoundByIndex {
  readonly found: ReadonlyArray<MatchedFile>
  readonly left: ReadonlyArray<HostedRepository>
  readonly unindexed: ReadonlyArray<Unindexed>
  /** The searched branches whose commits are known. */
  readonly places: ReadonlyArray<Place>
  /** Whether the index lacks commits that it could have. */
  readonly isBehind: boolean
}

/** Most leaves of a query that the index is asked about, because each takes memory for all blobs. */
const maxLeaves = 64
/** Contents that are read at once to look for phrases. */
const contentsAtOnce = 200

/** Records all lines of a content, and of phrases that go over several where only they decide. */
const readWhole = (matcher: FileMatcher, { branch, path }: MatchedFile, text: string): Matches => {
  const matches = matcher.start()
  for (const [at, line] of text.split("\n").entries()) matcher.addLine(matches, at + 1, line)
  const isOpen = matcher.matchesFile({ path: toShownPath(path), branch }, matches) === undefined
  if (isOpen) matcher.addContent(matches, text)
  return matches
}

/** A repository whose contents turn out to be unreadable is left to git, which says why. */
const readOpen = Effect.fnUntraced(function* (
  { git }: Folder,
  matcher: FileMatcher,
  files: ReadonlyArray<MatchedFile & Pick<Place, "commit">>,
  places: ReadonlyArray<Place>
) {
  const found: Array<MatchedFile> = []
  const unread = new Set<HostedRepository>()
  for (let start = 0; start < files.length; start += contentsAtOnce) {
    const some = files.slice(start, start + contentsAtOnce)
    const named = some.map(({ commit, path, repository: { directory } }) => ({ commit, directory, path }))
    const contents = yield* git.contentsOfMany(named, { maxBytes: maxVerifiedBytes, among: toBare(places) }).pipe(
      Effect.orElseSucceed(() => Option.none()),
      Effect.map(Option.getOrElse(() => []))
    )
    for (const [at, file] of some.entries()) {
      const content = contents[at]
      if (content?._tag !== "Found") {
        unread.add(file.repository)
        continue
      }
      const matches = readWhole(matcher, file, decodeContent(content.bytes))
      const isMatch = matcher.matchesFile({ path: toShownPath(file.path), branch: file.branch }, matches) === true
      if (isMatch) found.push({ ...file, matches, hasUnreadLines: false })
    }
  }
  return { found, unread }
})

interface OpenOrFound {
  readonly isOpen: boolean
  readonly file: MatchedFile & Pick<Place, "commit">
}

const toFiles = ({ branch, commit, repository }: Place, indexed: IndexedPlace): ReadonlyArray<OpenOrFound> =>
  indexed._tag !== "Found"
    ? []
    : indexed.files.map(({ counts, isOpen, path }) => ({
        isOpen,
        file: {
          repository,
          branch,
          commit,
          path,
          matches: { counts: [...counts], lines: [], seen: new Map() },
          hasUnreadLines: counts.some((count) => count > 0)
        }
      }))

/** A repository to search, with the branch and commit to search in. */
interface Target {
  readonly repository: HostedRepository
  /** Undefined where files do not simply name a commit. */
  readonly place: Place | undefined
  /** Whether it has no commits, or not the branch that is searched. */
  readonly isEmpty: boolean
}

const findTarget = Effect.fnUntraced(function* (repository: HostedRepository, branch: string | undefined) {
  const place = Option.getOrUndefined(yield* locate(repository, branch))
  const target: Target = { repository, place, isEmpty: false }
  if (place !== undefined) return target
  const hasAny =
    branch === undefined ? hasCommits(repository) : Effect.map(searchedBranch(repository, branch), Option.isSome)
  // A repository whose branches cannot be read is left to git, which says why.
  return { ...target, isEmpty: !(yield* Effect.orElseSucceed(hasAny, () => true)) }
})

const reasons = {
  Missing: "not in the index of files",
  Partial: "it has files over 16 MB",
  Unread: "contents of it cannot be read"
} as const

const countReasons = (all: ReadonlyArray<string>): ReadonlyArray<Unindexed> =>
  [...Map.groupBy(all, (reason) => reason)].map(([reason, same]) => ({ reason, repositories: same.length }))

const leaveAll = (targets: ReadonlyArray<Target>, { isBehind, reason }: Refusal): FoundByIndex => ({
  found: [],
  left: targets.map(({ repository }) => repository),
  unindexed: countReasons(targets.flatMap(({ isEmpty }) => (isEmpty ? [] : [reason]))),
  places: targets.flatMap(({ place }) => place ?? []),
  isBehind
})

/** Counts repositories by the reason why git is asked, without those that have nothing to search. */
const explainLeft = (
  targets: ReadonlyArray<Target>,
  answers: ReadonlyMap<HostedRepository, IndexedPlace>,
  unread: ReadonlySet<HostedRepository>
): ReadonlyArray<Unindexed> =>
  countReasons(
    targets.flatMap(({ isEmpty, place, repository }): ReadonlyArray<string> => {
      if (place === undefined) return isEmpty ? [] : [unnamedCommit]
      const tag = answers.get(repository)?._tag ?? "Missing"
      if (tag !== "Found") return [reasons[tag]]
      return unread.has(repository) ? [reasons.Unread] : []
    })
  )

/** Why the index cannot be asked, and whether that may change when it is brought up to date. */
interface Refusal {
  readonly reason: string
  readonly isBehind: boolean
}

/** Asks the index. */
const ask = (index: Index, query: Query, pathPattern: string | undefined, places: ReadonlyArray<Place>) =>
  index.find({ query, pathPattern, places: places.map(({ branch, commit }) => ({ branch, commit })) }).pipe(
    Effect.map((found) => ({ found })),
    Effect.catch((error) =>
      Effect.map(
        error.reason._tag === "DatabaseMissing"
          ? Effect.succeed("there is no index of files")
          : describeIndexFailure("the index of files", error),
        (reason): Refusal => ({ reason, isBehind: error.reason._tag === "DatabaseOlder" })
      )
    )
  )

/**
 * Lists the commits that the index of a folder is to have: those that a search without a branch searches, whoever asks. One
 * caller's search must not make it forget the repositories of others.
 */
export const listAllCommits = Effect.fnUntraced(
  function* (folder: Folder) {
    const { repositories } = yield* folder.all
    const places = yield* Effect.forEach(repositories, (each) => locate(each, undefined))
    return places.flatMap(Option.toArray).map(({ commit, repository: { directory, name } }): IndexedCommit => ({
      repository: name,
      directory,
      commit
    }))
  },
  Effect.provideService(CurrentVisibility, undefined)
)

/** {@link RepositoryHost.updateIndex}. */
export const updateIndex = Effect.fnUntraced(function* (folder: Folder, index: Index) {
  const { broken } = yield* folder.all
  const { addedCommits, addedFiles, commits, skipped } = yield* index
    .update(yield* listAllCommits(folder))
    .pipe(Effect.mapError(({ message }) => new HostError({ reason: new HostFailed({ detail: message }) })))
  const answer: IndexAnswer = { commits, addedCommits, addedFiles, skipped: [...broken, ...skipped] }
  return answer
})

/** What to find. */
interface IndexSearch {
  readonly pathPattern: string | undefined
  readonly query: Query
  readonly search: FileSearch
}

/**
 * Searches repositories by the index of files, which counts words, so that only contents with all words of a phrase are
 * read. Finds the same as git.
 */
export const searchIndex = Effect.fnUntraced(function* (
  folder: Folder,
  index: Index,
  repositories: ReadonlyArray<HostedRepository>,
  { pathPattern, query, search }: IndexSearch
) {
  const targets = yield* Effect.forEach(repositories, (each) => findTarget(each, search.branch))
  if (listLeaves(query).length > maxLeaves) {
    return leaveAll(targets, { reason: `the query has more than ${maxLeaves} parts`, isBehind: false })
  }
  const places = targets.flatMap(({ place }) => place ?? [])
  const asked = places.length === 0 ? { found: [] } : yield* ask(index, query, pathPattern, places)
  if ("reason" in asked) return leaveAll(targets, asked)
  const answer = asked.found
  const files = places.flatMap((place, at) => toFiles(place, answer[at] ?? { _tag: "Missing" }))
  const open = files.flatMap(({ file, isOpen }) => (isOpen ? [file] : []))
  const read = yield* readOpen(folder, search.matcher, open, places)
  const answers = new Map(
    places.map(({ repository }, at) => [repository, answer[at] ?? ({ _tag: "Missing" } as const)] as const)
  )
  const served = new Set(
    places.flatMap(({ repository }) =>
      answers.get(repository)?._tag === "Found" && !read.unread.has(repository) ? [repository] : []
    )
  )
  const decided = files.flatMap(({ file, isOpen }) => (isOpen ? [] : [file]))
  const found: FoundByIndex = {
    found: [...decided, ...read.found].filter(({ repository }) => served.has(repository)),
    left: repositories.filter((each) => !served.has(each)),
    unindexed: explainLeft(targets, answers, read.unread),
    places,
    isBehind: answer.some(({ _tag }) => _tag === "Missing")
  }
  return found
})
