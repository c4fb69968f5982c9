import { Effect } from "effect"
import { makeRepository, type TemporaryRepository } from "../TemporaryRepository.ts"
import { makeIndex } from "./indexing.ts"

/** A commit as the test made it. */
export interface Made {
  readonly repo: string
  readonly sha: string
  readonly subject: string
  readonly author: string
  readonly date: number
  readonly paths: ReadonlyArray<string>
  /** Branches and tags that lead to it. */
  readonly refs: ReadonlyArray<string>
}

const words = ["limiter", "token", "cache"]
const authors = ["Ada Author <ada@example.org>", "Zoë Ünal <zoe@example.org>"]
/** Of the first commit; two at a time were written in the same second. */
export const start = 1_700_000_000

const pickPaths = (index: number): ReadonlyArray<string> => [
  `src/auth/tokens_${index % 3}.ts`,
  ...(index % 2 === 0 ? [`docs/My notes ${index % 4}.md`] : []),
  ...(index % 5 === 0 ? ["Straße/pages/[id].tsx"] : [])
]

const makeCommits = (repo: string, from: number, count: number) =>
  Array.from({ length: count }, (_, position) => {
    const index = from + position
    const paths = pickPaths(index)
    return {
      repo,
      message: `Change the ${words[index % 3]} of ${repo} number ${index}`,
      files: Object.fromEntries(paths.map((path) => [path, `${index}\n`])),
      paths,
      author: authors[index % 2] ?? "",
      authorDate: start + Math.floor(index / 2) * 100
    }
  })

const add = Effect.fnUntraced(function* (
  repository: TemporaryRepository,
  commits: ReturnType<typeof makeCommits>,
  branch: string
) {
  const ids = yield* repository.importHistory(commits, { branch })
  return commits.map(({ author, authorDate, message, paths, repo }, index): Omit<Made, "refs"> => ({
    repo,
    sha: ids[index] ?? "",
    subject: message,
    author: author.replace(/ <.*/, ""),
    date: authorDate,
    paths
  }))
})

/**
 * Two repositories in one index with all that was committed to them: `api` with the branches `main` and `topic`, which
 * parted before the last ten commits of `main`, and the tag `v1` five commits before its end; `web` with `main` alone.
 */
export const makeShelf = Effect.gen(function* () {
  const api = yield* makeRepository({ bare: true })
  const web = yield* makeRepository({ bare: true })
  const main = yield* add(api, makeCommits("api", 0, 36), "main")
  yield* api.git(["branch", "topic", "main~10"])
  yield* api.git(["tag", "-a", "-m", "One", "v1", "main~5"])
  const topic = yield* add(api, makeCommits("api", 40, 8), "topic")
  const other = yield* add(web, makeCommits("web", 20, 15), "main")
  const made: ReadonlyArray<Made> = [
    ...main.map((commit, index) => ({
      ...commit,
      refs: ["main", ...(index < 26 ? ["topic"] : []), ...(index < 31 ? ["v1"] : [])]
    })),
    ...topic.map((commit) => ({ ...commit, refs: ["topic"] })),
    ...other.map((commit) => ({ ...commit, refs: ["main"] }))
  ]
  const index = yield* makeIndex
  index.register("api", api.directory)
  index.register("web", web.directory)
  yield* index.sync("api")
  yield* index.sync("web")
  return { index, made, api, web }
})
