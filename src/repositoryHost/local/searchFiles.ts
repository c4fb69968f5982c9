import { Effect, Result } from "effect"
import type { FileHit, FileSearchAnswer } from "../model/answers.ts"
import { QueryInvalid, RequestInvalid } from "../model/HostError.ts"
import type { FileSearchQuestion } from "../model/questions.ts"
import { isWildcardOnly, rewriteQuery } from "../model/rewriteQuery.ts"
import { parseQuery } from "../query/parseQuery.ts"
import type { Query } from "../query/Query.ts"
import { contentField, makeFileMatcher } from "../searching/FileMatcher.ts"
import { planGrep } from "../searching/grepPlan.ts"
import { makeWildcardTest, parseSearchPattern } from "../searching/wildcards.ts"
import { cutChunks } from "./chunks.ts"
import { fail } from "./failures.ts"
import type { Folder, HostedRepository } from "./Folder.ts"
import { type MatchedFile, rankFiles } from "./rankFiles.ts"
import { searchAll, selectSearched } from "./searchAll.ts"
import { branchCommit, type FileSearch, searchRepository } from "./searchRepository.ts"
import { toShownPath } from "./shownPath.ts"

/** Largest file of which chunks are shown, and the most characters of chunks in one answer. */
const maxShownBytes = 16 * 1024 * 1024
const maxShownChars = 1_000_000

/** What only stop words ask for. */
const nothing: Query = { _tag: "Boolean", clauses: [] }

/** Parses the query of a search; fails with `QueryInvalid`. */
export const parseOrFail = (query: string) =>
  Result.match(isWildcardOnly(query) ? Result.succeed<Query>({ _tag: "All" }) : parseQuery(query, contentField), {
    onSuccess: (parsed) => Effect.succeed(parsed ?? nothing),
    onFailure: (problem) => fail(new QueryInvalid(problem))
  })

const checkFilters = ({ branch, pathPattern, query, repos }: FileSearchQuestion) =>
  isWildcardOnly(query) && branch === undefined && pathPattern === undefined && repos === undefined
    ? fail(
        new RequestInvalid({
          detail: "Wildcard queries require at least one filter: repos, pathPattern, or branch"
        })
      )
    : Effect.void

const makeSearch = ({ branch, pathPattern }: FileSearchQuestion, query: Query): FileSearch => ({
  branch,
  matcher: makeFileMatcher(query),
  grep: planGrep(query, contentField),
  isPath:
    pathPattern === undefined
      ? () => true
      : (
          (test) => (path: string) =>
            test(path.toLowerCase())
        )(makeWildcardTest(parseSearchPattern(pathPattern.toLowerCase())))
})

/** What HEAD of a repository names, as the original filters by it. */
export const headName = ({ head }: HostedRepository): string => (head._tag === "Branch" ? head.ref : head.commit)

const toHit = (file: MatchedFile, commitId: string | null, text: string | undefined, contextLines: number): FileHit => {
  const { branch, matches, path, repository } = file
  return {
    repository: repository.name,
    path: toShownPath(path),
    branch: branch.startsWith("refs/") ? branch : null,
    commitId,
    chunks: text === undefined ? [] : cutChunks(text, matches.lines, contextLines),
    ...(matches.lines.length === 0 ? {} : { matchedLines: matches.lines })
  }
}

/** Reads the chunks of the files of one repository. */
const showFiles = Effect.fnUntraced(function* (
  { git }: Folder,
  files: ReadonlyArray<MatchedFile>,
  contextLines: number
) {
  const [first] = files
  if (first === undefined) return []
  const { branch, repository } = first
  const withLines = files.filter(({ matches }) => matches.lines.length > 0)
  const names = withLines.map(({ path }) => `${branch}:${path}`)
  const contents = yield* git.contents(repository.directory, names, maxShownBytes)
  const texts = new Map(
    withLines.map((file, at) => {
      const content = contents[at]
      return [file, content?._tag === "Found" ? Buffer.from(content.bytes).toString("utf8") : undefined]
    })
  )
  const commitId = yield* branchCommit(repository, branch)
  return files.map((file) => [file, toHit(file, commitId, texts.get(file), contextLines)] as const)
})

const charsOf = ({ chunks }: FileHit): number => chunks.reduce((sum, { content }) => sum + content.length, 0)

/** Leaves chunks out where the answer would become too long. */
const limitChars = (hits: ReadonlyArray<FileHit>): ReadonlyArray<FileHit> => {
  let left = maxShownChars
  return hits.map((hit) => {
    left -= charsOf(hit)
    return left < 0 ? { ...hit, chunks: [] } : hit
  })
}

/** Shows a page of files. One that went away meanwhile is shown without chunks. */
const showPage = Effect.fnUntraced(function* (folder: Folder, page: ReadonlyArray<MatchedFile>, contextLines: number) {
  const groups = Map.groupBy(page, ({ repository }) => repository)
  const shown = yield* Effect.forEach(
    groups.values(),
    (files) =>
      showFiles(folder, files, contextLines).pipe(
        Effect.orElseSucceed(() => files.map((file) => [file, toHit(file, null, undefined, contextLines)] as const))
      ),
    { concurrency: 8 }
  )
  const hits = new Map(shown.flat())
  return limitChars(page.flatMap((file) => hits.get(file) ?? []))
})

/** {@link RepositoryHost.searchFiles}. */
export const searchFiles = Effect.fnUntraced(function* (folder: Folder, question: FileSearchQuestion) {
  yield* checkFilters(question)
  const query = yield* parseOrFail(question.query)
  const { repositories, skipped } = yield* selectSearched(folder, question.repos, question.isIndexedOnly)
  const search = makeSearch(question, query)
  const { found, skipped: failed } = yield* searchAll(repositories, (each) => searchRepository(folder, each, search))
  const { branch, contextLines, limit, offset } = question
  const page = rankFiles(found, search.matcher.factors).slice(offset, offset + limit)
  const allSkipped = [...skipped, ...failed]
  const answer: FileSearchAnswer = {
    query: rewriteQuery("blob", question.query, { branch, heads: repositories.map(headName) }),
    totalCount: found.length,
    limitHit: offset + limit < found.length,
    results: yield* showPage(folder, page, contextLines),
    ...(allSkipped.length === 0 ? {} : { skipped: allSkipped })
  }
  return answer
})
