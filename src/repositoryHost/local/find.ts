import { Effect, Option } from "effect"
import type { GitError } from "../../adapters/git/GitError.ts"
import type { FindAnswer, Found, Skipped } from "../model/answers.ts"
import { RequestInvalid } from "../model/HostError.ts"
import type { FindQuestion } from "../model/questions.ts"
import { makeWildcardTest, parseFindPattern } from "../searching/wildcards.ts"
import { fail } from "./failures.ts"
import type { Folder, HostedRepository } from "./Folder.ts"
import { compareText } from "./names.ts"
import { nameObject } from "./revisions.ts"
import { toShownPath } from "../searching/shownPath.ts"

/** The revision to look at in one repository: its name in the answer, and what git is asked for. */
interface Looked {
  readonly name: string
  readonly asked: string
}

/** Selects repositories by their exact names, in order; one named twice counts twice. */
export const selectRepositories = (
  all: ReadonlyArray<HostedRepository>,
  names: ReadonlyArray<string> | undefined
): ReadonlyArray<HostedRepository> =>
  (names === undefined
    ? all
    : names.flatMap((name) => all.find((repository) => repository.name === name) ?? [])
  ).toSorted((a, b) => compareText(a.name, b.name))

/** Selects what cannot be asked: of all, or of the repositories with these names. */
export const selectBroken = (
  broken: ReadonlyArray<Skipped>,
  names: ReadonlyArray<string> | undefined
): ReadonlyArray<Skipped> =>
  names === undefined ? broken : broken.filter(({ repository }) => names.includes(repository))

/** Whether a repository has a commit. */
export const hasCommits = ({ branches, head }: HostedRepository): Effect.Effect<boolean, GitError> =>
  head._tag === "Detached" ? Effect.succeed(true) : Effect.map(branches, (all) => all.length > 0)

const lookAt = Effect.fnUntraced(function* (
  { git }: Folder,
  { branches, directory, head }: HostedRepository,
  revision: string | undefined
) {
  if (revision === undefined || revision === "HEAD") {
    if (head._tag === "Branch") return Option.some<Looked>({ name: head.ref, asked: head.ref })
    return Option.some<Looked>({ name: nameObject(yield* branches, head.commit), asked: head.commit })
  }
  const [named = Option.none()] = yield* git.resolve(directory, [revision])
  if (Option.isNone(named)) return Option.none<Looked>()
  const { commit, object } = named.value
  return Option.some<Looked>({ name: nameObject(yield* branches, object), asked: commit })
})

/** Most paths that are kept, of all repositories. */
const maxKeptPaths = 500_000
let keptPaths = 0
/** Paths by what was asked for. A repository whose refs have changed is another object. */
let listings = new WeakMap<HostedRepository, Map<string, ReadonlyArray<string>>>()

const keepListing = (repository: HostedRepository, asked: string, paths: ReadonlyArray<string>): void => {
  keptPaths += paths.length
  if (keptPaths > maxKeptPaths) {
    keptPaths = paths.length
    listings = new WeakMap()
  }
  const known = listings.get(repository) ?? new Map<string, ReadonlyArray<string>>()
  listings.set(repository, known.set(asked, paths))
}

/** Lists the paths of a revision; none if HEAD names a branch that does not exist. */
const readPaths = Effect.fnUntraced(function* (folder: Folder, repository: HostedRepository, { asked }: Looked) {
  const paths = yield* folder.git
    .files(repository.directory, asked)
    .pipe(
      Effect.catch((error) =>
        Effect.flatMap(repository.branches, (branches) =>
          branches.some(({ ref }) => ref === asked) ? Effect.fail(error) : Effect.succeed([])
        )
      )
    )
  return paths.map(({ path }) => toShownPath(path))
})

const listPaths = Effect.fnUntraced(function* (folder: Folder, repository: HostedRepository, looked: Looked) {
  const known = listings.get(repository)?.get(looked.asked)
  if (known !== undefined) return known
  const paths = yield* readPaths(folder, repository, looked)
  keepListing(repository, looked.asked, paths)
  return paths
})

/** The part of the matches of all repositories that a page shows. */
const takePage = (all: ReadonlyArray<Found>, { limit, offset }: FindQuestion): ReadonlyArray<Found> => {
  let before = 0
  return all.flatMap((found) => {
    const start = Math.max(0, offset - before)
    const end = Math.max(0, offset + limit - before)
    before += found.files.length
    const files = found.files.slice(start, end)
    return files.length === 0 ? [] : [{ ...found, files: files.toSorted(compareText) }]
  })
}

/** {@link RepositoryHost.find}. */
export const find = Effect.fnUntraced(function* (folder: Folder, question: FindQuestion) {
  const { broken, repositories } = yield* folder.all
  const selected = selectRepositories(repositories, question.repos)
  const matches = makeWildcardTest(parseFindPattern(question.pathPattern))
  const skipped: Array<Skipped> = [...selectBroken(broken, question.repos)]
  let isAnyAccessible = false
  const all = yield* Effect.forEach(
    selected,
    (repository) =>
      Effect.gen(function* () {
        const looked = yield* lookAt(folder, repository, question.revision)
        const paths = Option.isNone(looked) ? [] : yield* listPaths(folder, repository, looked.value)
        isAnyAccessible ||= paths.length > 0 || (yield* hasCommits(repository))
        const files = paths.filter(matches)
        return Option.isNone(looked) ? [] : [{ repository: repository.name, revision: looked.value.name, files }]
      }).pipe(
        Effect.catch((error) => {
          skipped.push({ repository: repository.name, reason: error.message })
          return Effect.succeed<ReadonlyArray<Found>>([])
        })
      ),
    { concurrency: 8 }
  )
  if (!isAnyAccessible && skipped.length === 0) {
    return yield* fail(new RequestInvalid({ detail: "No accessible repositories found" }))
  }
  const found = all.flat()
  const totalCount = found.reduce((sum, { files }) => sum + files.length, 0)
  const answer: FindAnswer = {
    pattern: question.pathPattern,
    totalCount,
    limitHit: question.offset + question.limit < totalCount,
    results: takePage(found, question),
    ...(skipped.length === 0 ? {} : { skipped })
  }
  return answer
})
