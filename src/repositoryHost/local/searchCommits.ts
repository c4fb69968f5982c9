import { Effect, Option } from "effect"
import type { LoggedCommit } from "../../adapters/git/bare/BareAnswers.ts"
import type { CommitHit, CommitSearchAnswer } from "../model/answers.ts"
import type { CommitSearchQuestion } from "../model/questions.ts"
import { isWildcardOnly, rewriteQuery } from "../model/rewriteQuery.ts"
import { cutWords, isStopWord } from "../query/analyze.ts"
import type { Clause, Query } from "../query/Query.ts"
import { makeCommitMatcher, shortMessage } from "../searching/CommitMatcher.ts"
import { planGrep } from "../searching/grepPlan.ts"
import { toIso } from "../searching/commitTime.ts"
import type { Folder, HostedRepository } from "./Folder.ts"
import { compareText } from "./names.ts"
import { searchAll, selectSearched } from "./searchAll.ts"
import { headName, parseOrFail } from "./searchFiles.ts"
import { onBranch, searchedBranch } from "./searchRepository.ts"

/** A commit that matches. */
interface MatchedCommit {
  readonly repository: string
  readonly branch: string
  readonly commit: LoggedCommit
}

/** Any of the authors: all words of one of them. */
const byAuthors = (authors: ReadonlyArray<string>): ReadonlyArray<Clause> => {
  const clauses = authors.flatMap((author): ReadonlyArray<Clause> => {
    const words = cutWords(author).filter((word) => !isStopWord(word))
    const all = words.map((text): Clause => ({ occurrence: "must", query: { _tag: "Term", field: "author", text } }))
    return all.length === 0 ? [] : [{ occurrence: "should", query: { _tag: "Boolean", clauses: all } }]
  })
  return clauses.length === 0 ? [] : [{ occurrence: "must", query: { _tag: "Boolean", clauses } }]
}

/** Texts of which one must be in the message of a matching commit; none if any message may match. */
const requiredTexts = (query: Query): ReadonlyArray<string> => {
  if (query._tag === "Boost") return requiredTexts(query.query)
  if (query._tag !== "Boolean") return query._tag === "All" ? [] : textsOfLeaf(query)
  const required = query.clauses.filter(({ occurrence }) => occurrence === "must")
  const first = required.map((clause) => requiredTexts(clause.query)).find((texts) => texts.length > 0)
  if (required.length > 0) return first ?? []
  const any = query.clauses
    .filter(({ occurrence }) => occurrence === "should")
    .map((clause) => requiredTexts(clause.query))
  return any.some((texts) => texts.length === 0) ? [] : any.flat()
}

const textsOfLeaf = (leaf: Exclude<Query, { readonly _tag: "Boolean" | "Boost" | "All" }>): ReadonlyArray<string> => {
  if (leaf.field !== "content" && leaf.field !== "summary") return []
  const texts = planGrep(leaf, leaf.field)?.texts ?? []
  return texts.includes("") ? [] : texts
}

const toHit = ({ branch, commit, repository }: MatchedCommit): CommitHit => ({
  repository,
  commit: commit.id,
  author: commit.author.name === "" ? commit.author.email : commit.author.name,
  committer: commit.committer.name === "" ? commit.committer.email : commit.committer.name,
  date: toIso(commit.time),
  title: shortMessage(commit.message),
  message: commit.message.trimEnd(),
  branch: branch.startsWith("refs/") ? branch : null
})

const searchHistory = Effect.fnUntraced(function* (
  { git }: Folder,
  repository: HostedRepository,
  {
    branch,
    query,
    texts
  }: { readonly branch: string | undefined; readonly query: Query; readonly texts: ReadonlyArray<string> }
) {
  const named = yield* searchedBranch(repository, branch)
  if (Option.isNone(named)) return []
  const matches = makeCommitMatcher(query)
  return yield* onBranch(
    repository,
    named.value,
    Effect.fnUntraced(function* (revision) {
      const found: Array<MatchedCommit> = []
      yield* git.log(repository.directory, { revision, texts }, (commit) => {
        if (matches({ ...commit, branch: revision }))
          found.push({ repository: repository.name, branch: revision, commit })
      })
      return found
    })
  )
})

/** {@link RepositoryHost.searchCommits}. */
export const searchCommits = Effect.fnUntraced(function* (folder: Folder, question: CommitSearchQuestion) {
  const { authors, branch, limit, offset } = question
  const parsed = yield* parseOrFail(question.query)
  const required: Clause = { occurrence: "must", query: parsed }
  const query: Query = { _tag: "Boolean", clauses: [required, ...byAuthors(authors ?? [])] }
  const { repositories, skipped } = yield* selectSearched(folder, question.repos, question.isIndexedOnly)
  const search = { branch, query, texts: isWildcardOnly(question.query) ? [] : requiredTexts(query) }
  const { found, skipped: failed } = yield* searchAll(repositories, {
    prepare: () => Effect.succeed(new Map()),
    search: (each) => searchHistory(folder, each, search)
  })
  const newest = found.toSorted(
    (a, b) =>
      b.commit.time - a.commit.time || compareText(a.repository, b.repository) || compareText(a.commit.id, b.commit.id)
  )
  const allSkipped = [...skipped, ...failed]
  const answer: CommitSearchAnswer = {
    query: rewriteQuery("commit", question.query, { authors, branch, heads: repositories.map(headName) }),
    totalCount: found.length,
    limitHit: offset + limit < found.length,
    commits: newest.slice(offset, offset + limit).map(toHit),
    ...(allSkipped.length === 0 ? {} : { skipped: allSkipped })
  }
  return answer
})
