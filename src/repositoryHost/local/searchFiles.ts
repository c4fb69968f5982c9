import { Effect, Option, Result } from "effect"
import type { Content } from "../../adapters/git/bare/BareAnswers.ts"
import type { FileIndex } from "../fileIndex/FileIndex.ts"
import type { FileHit, FileSearchAnswer } from "../model/answers.ts"
import { QueryInvalid, RequestInvalid } from "../model/HostError.ts"
import type { FileSearchQuestion } from "../model/questions.ts"
import { isWildcardOnly, rewriteQuery } from "../model/rewriteQuery.ts"
import { parseQuery } from "../query/parseQuery.ts"
import type { Query } from "../query/Query.ts"
import { decodeContent } from "../searching/decodeContent.ts"
import { contentField, type FileMatcher, makeFileMatcher } from "../searching/FileMatcher.ts"
import { planGrep } from "../searching/grepPlan.ts"
import { makePathTest } from "../searching/pathTest.ts"
import { cutChunks } from "./chunks.ts"
import { fail } from "./failures.ts"
import type { Folder, HostedRepository } from "./Folder.ts"
import { grepTogether } from "./grepTogether.ts"
import { listAllCommits, searchIndex } from "./searchIndex.ts"
import { type Place, toBare } from "./places.ts"
import { type MatchedFile, rankFiles } from "./rankFiles.ts"
import { searchAll, selectSearched } from "./searchAll.ts"
import { branchCommit, type FileSearch, searchRepository, selectFiles } from "./searchRepository.ts"
import { toShownPath } from "../searching/shownPath.ts"

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
  isPath: makePathTest(pathPattern)
})

/** What HEAD of a repository names, as the original filters by it. */
export const headName = ({ head }: HostedRepository): string => (head._tag === "Branch" ? head.ref : head.commit)

/** How files are shown. */
interface Showing {
  readonly matcher: FileMatcher
  readonly contextLines: number
}

const toHit = (
  file: MatchedFile,
  commitId: string | null,
  text: string | undefined,
  { contextLines, matcher }: Showing
): FileHit => {
  const { branch, path, repository } = file
  const lines = file.hasUnreadLines && text !== undefined ? matcher.findLines(text) : file.matches.lines
  return {
    repository: repository.name,
    path: toShownPath(path),
    branch: branch.startsWith("refs/") ? branch : null,
    commitId,
    chunks: text === undefined ? [] : cutChunks(text, lines, contextLines),
    ...(lines.length === 0 ? {} : { matchedLines: lines })
  }
}

type Texts = ReadonlyMap<MatchedFile, string | undefined>

const toTexts = (files: ReadonlyArray<MatchedFile>, contents: ReadonlyArray<Content>): Texts =>
  new Map(
    files.map((file, at) => {
      const content = contents[at]
      return [file, content?._tag === "Found" ? decodeContent(content.bytes) : undefined]
    })
  )

const hasLines = ({ hasUnreadLines, matches }: MatchedFile): boolean => hasUnreadLines || matches.lines.length > 0

/** Reads the files of a page whose commits are known, by one process. */
const readTogether = Effect.fnUntraced(
  function* ({ git }: Folder, page: ReadonlyArray<MatchedFile>, places: ReadonlyArray<Place>) {
    const located = page.flatMap((file) =>
      file.commit === undefined || !hasLines(file)
        ? []
        : [{ file, directory: file.repository.directory, commit: file.commit, path: file.path }]
    )
    const options = { maxBytes: maxShownBytes, among: toBare(places) }
    const contents = located.length === 0 ? Option.none() : yield* git.contentsOfMany(located, options)
    return Option.match(contents, {
      onNone: (): Texts => new Map(),
      onSome: (all) =>
        toTexts(
          located.map(({ file }) => file),
          all
        )
    })
  },
  Effect.orElseSucceed((): Texts => new Map())
)

/** Reads the chunks of the files of one repository. */
const showFiles = Effect.fnUntraced(function* (
  { git }: Folder,
  files: ReadonlyArray<MatchedFile>,
  known: Texts,
  showing: Showing
) {
  const [first] = files
  if (first === undefined) return []
  const { branch, commit, repository } = first
  const unread = files.filter((file) => hasLines(file) && !known.has(file))
  const names = unread.map(({ path }) => `${branch}:${path}`)
  const texts = toTexts(unread, yield* git.contents(repository.directory, names, maxShownBytes))
  const commitId = commit ?? (yield* branchCommit(repository, branch))
  return files.map((file) => [file, toHit(file, commitId, known.get(file) ?? texts.get(file), showing)] as const)
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
const showPage = Effect.fnUntraced(function* (
  folder: Folder,
  page: ReadonlyArray<MatchedFile>,
  places: ReadonlyArray<Place>,
  showing: Showing
) {
  const groups = Map.groupBy(page, ({ repository }) => repository)
  const known = yield* readTogether(folder, page, places)
  const shown = yield* Effect.forEach(
    groups.values(),
    (files) =>
      showFiles(folder, files, known, showing).pipe(
        Effect.orElseSucceed(() => files.map((file) => [file, toHit(file, null, undefined, showing)] as const))
      ),
    { concurrency: 8 }
  )
  const hits = new Map(shown.flat())
  return limitChars(page.flatMap((file) => hits.get(file) ?? []))
})

/** {@link RepositoryHost.searchFiles}. */
export const searchFiles = Effect.fnUntraced(function* (
  folder: Folder,
  index: FileIndex["Service"],
  question: FileSearchQuestion
) {
  yield* checkFilters(question)
  const query = yield* parseOrFail(question.query)
  const { repositories, skipped } = yield* selectSearched(folder, question.repos, question.isIndexedOnly)
  const search = makeSearch(question, query)
  const { branch, contextLines, limit, offset, pathPattern } = question
  const indexed = yield* searchIndex(folder, index, repositories, { pathPattern, query, search })
  const rest = yield* searchAll(indexed.left, {
    prepare: (group) => grepTogether(folder, group, search),
    search: (each, known) =>
      known === undefined
        ? searchRepository(folder, each, search)
        : selectFiles(folder, each, { ...known, revision: known.commit }, search, known.files)
  })
  if (indexed.isBehind && branch === undefined) yield* index.refresh(listAllCommits(folder))
  const found = [...indexed.found, ...rest.found]
  const page = rankFiles(found, search.matcher.factors).slice(offset, offset + limit)
  const allSkipped = [...skipped, ...rest.skipped]
  const answer: FileSearchAnswer = {
    query: rewriteQuery("blob", question.query, { branch, heads: repositories.map(headName) }),
    totalCount: found.length,
    limitHit: offset + limit < found.length,
    results: yield* showPage(folder, page, indexed.places, { matcher: search.matcher, contextLines }),
    ...(allSkipped.length === 0 ? {} : { skipped: allSkipped }),
    ...(indexed.unindexed.length === 0 ? {} : { unindexed: indexed.unindexed })
  }
  return answer
})
