import { Effect } from "effect"
import type { LoggedCommit } from "../../adapters/git/bare/BareAnswers.ts"
import type { IndexReader } from "../../commitIndex/reading/IndexReader.ts"
import type { CommitHit, CommitSearchAnswer, Skipped } from "../model/answers.ts"
import type { CommitSearchQuestion } from "../model/questions.ts"
import { isWildcardOnly, rewriteQuery } from "../model/rewriteQuery.ts"
import { cutWords, isStopWord } from "../query/analyze.ts"
import type { Clause, Query } from "../query/Query.ts"
import { makeCommitMatcher, shortMessage } from "../searching/CommitMatcher.ts"
import { planGrep } from "../searching/grepPlan.ts"
import { toIso } from "../searching/commitTime.ts"
import type { Folder } from "./Folder.ts"
import { compareText } from "./names.ts"
import { searchAll, selectSearched } from "./searchAll.ts"
import { headName, parseOrFail } from "./searchFiles.ts"
import { type MatchedCommit, searchIndexed, searchLog } from "./searchHistory.ts"

/** Any of the authors: all words of one of them. */
const byAuthors = (authors: ReadonlyArray<string>): ReadonlyArray<Clause> => {
  const clauses = authors.flatMap((author): ReadonlyArray<Clause> => {
    const words = cutWords(author).filter((word) => !isStopWord(word))
    const all = words.map((text): Clause => ({ occurrence: "must", query: { _tag: "Term", field: "author", text } }))
    return all.length === 0 ? [] : [{ occurrence: "should", query: { _tag: "Boolean", clauses: all } }]
  })
  return clauses.length === 0 ? [] : [{ occurrence: "must", query: { _tag: "Boolean", clauses } }]
}

/** Texts of which one is in a message. */
type AnyText = ReadonlyArray<string>

const textsOfLeaf = (leaf: Exclude<Query, { readonly _tag: "Boolean" | "Boost" | "All" }>): ReadonlyArray<AnyText> => {
  if (leaf.field !== "content" && leaf.field !== "summary") return []
  const texts = planGrep(leaf, leaf.field)?.texts ?? []
  if (texts.includes("")) return []
  return leaf._tag === "Phrase" ? texts.map((text) => [text]) : [texts]
}

/** What the message of each matching commit must have: of each list a text. */
const requiredTexts = (query: Query): ReadonlyArray<AnyText> => {
  if (query._tag === "Boost") return requiredTexts(query.query)
  if (query._tag !== "Boolean") return query._tag === "All" ? [] : textsOfLeaf(query)
  const required = query.clauses.filter(({ occurrence }) => occurrence === "must")
  if (required.length > 0) return required.flatMap((clause) => requiredTexts(clause.query))
  const alternatives = query.clauses
    .filter(({ occurrence }) => occurrence === "should")
    .map((clause) => requiredTexts(clause.query).at(0) ?? [])
  const isAny = alternatives.length === 0 || alternatives.some((texts) => texts.length === 0)
  return isAny ? [] : [alternatives.flat()]
}

const toHit = ({ branch, repository }: MatchedCommit, logged: LoggedCommit): CommitHit => ({
  repository: repository.name,
  commit: logged.id,
  author: logged.author.name === "" ? logged.author.email : logged.author.name,
  committer: logged.committer.name === "" ? logged.committer.email : logged.committer.name,
  date: toIso(logged.time),
  title: shortMessage(logged.message),
  message: logged.message.trimEnd(),
  branch: branch.startsWith("refs/") ? branch : null
})

/** Reads the commits of a page that were found without their messages, by repository. Some may be gone meanwhile. */
const readPage = Effect.fnUntraced(function* ({ git }: Folder, page: ReadonlyArray<MatchedCommit>) {
  const unread = Map.groupBy(
    page.filter(({ logged }) => logged === undefined),
    ({ repository }) => repository
  )
  const read = yield* Effect.forEach(
    unread,
    ([repository, matched]) => {
      const found = new Map<string, LoggedCommit>()
      const ids = matched.map(({ id }) => id)
      return git
        .commits(repository.directory, ids, (logged) => void found.set(logged.id, logged))
        .pipe(
          Effect.map(() => ({ repository, found, failed: noneSkipped })),
          Effect.catch((error) =>
            Effect.succeed({ repository, found, failed: [{ repository: repository.name, reason: error.message }] })
          )
        )
    },
    { concurrency: 4 }
  )
  const byRepository = new Map(read.map(({ found, repository }) => [repository, found]))
  const hits = page.flatMap((matched): ReadonlyArray<CommitHit> => {
    const logged = matched.logged ?? byRepository.get(matched.repository)?.get(matched.id)
    return logged === undefined ? [] : [toHit(matched, logged)]
  })
  return { hits, failed: read.flatMap(({ failed }) => failed) }
})

const noneSkipped: ReadonlyArray<Skipped> = []

/** Newest first. */
const compareMatched = (a: MatchedCommit, b: MatchedCommit): number =>
  b.time - a.time || compareText(a.repository.name, b.repository.name) || compareText(a.id, b.id)

/** {@link RepositoryHost.searchCommits}. */
export const searchCommits = Effect.fnUntraced(function* (
  folder: Folder,
  index: IndexReader["Service"],
  question: CommitSearchQuestion
) {
  const { authors, branch, limit, offset } = question
  const parsed = yield* parseOrFail(question.query)
  const required: Clause = { occurrence: "must", query: parsed }
  const query: Query = { _tag: "Boolean", clauses: [required, ...byAuthors(authors ?? [])] }
  const { repositories, skipped } = yield* selectSearched(folder, question.repos, question.isIndexedOnly)
  const texts = isWildcardOnly(question.query) ? [] : requiredTexts(query)
  const search = { branch, texts, matches: makeCommitMatcher(query) }
  const unindexed: Array<Skipped> = []
  const { found, skipped: failed } = yield* searchAll(repositories, {
    prepare: () => Effect.succeed(new Map()),
    search: Effect.fnUntraced(function* (each) {
      const indexed = yield* searchIndexed(folder, index, each, search)
      if (indexed._tag === "Found") return indexed.commits
      unindexed.push({ repository: each.name, reason: indexed.reason })
      return yield* searchLog(folder, each, search)
    })
  })
  const page = yield* readPage(folder, found.toSorted(compareMatched).slice(offset, offset + limit))
  const allSkipped = [...skipped, ...failed, ...page.failed]
  const answer: CommitSearchAnswer = {
    query: rewriteQuery("commit", question.query, { authors, branch, heads: repositories.map(headName) }),
    totalCount: found.length,
    limitHit: offset + limit < found.length,
    commits: page.hits,
    ...(allSkipped.length === 0 ? {} : { skipped: allSkipped }),
    ...(unindexed.length === 0
      ? {}
      : { unindexed: unindexed.toSorted((a, b) => compareText(a.repository, b.repository)) })
  }
  return answer
})
