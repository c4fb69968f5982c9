import type { Query } from "../query/Query.ts"
import { cutWords } from "../query/analyze.ts"
import { evaluate } from "./evaluate.ts"
import { type Leaf, listLeaves } from "./leaves.ts"
import { toMinutes } from "./commitTime.ts"
import { makeLeafTest } from "./matchTexts.ts"

/** A person of a commit. */
interface Contact {
  readonly name: string
  readonly email: string
}

/** A commit to test. */
export interface CommitFields {
  readonly id: string
  readonly author: Contact
  readonly committer: Contact
  /** Committer time, seconds since 1970. */
  readonly time: number
  readonly message: string
  /** Full name of the branch that is searched. */
  readonly branch: string
}

/** The first paragraph of a message as one line, as JGit's short message. */
export const shortMessage = (message: string): string =>
  (message.replace(/^\n+/, "").split(/\n\n/, 1)[0] ?? "").replaceAll("\n", " ").trim()

const toWords = (commit: CommitFields, field: string): ReadonlyArray<string> => {
  switch (field) {
    case "content":
      return cutWords(commit.message)
    case "summary":
      return cutWords(shortMessage(commit.message))
    case "author":
      return cutWords(`${commit.author.name} ${commit.author.email}`)
    case "committer":
      return cutWords(`${commit.committer.name} ${commit.committer.email}`)
    case "branch":
      return cutWords(commit.branch)
    case "commit":
      return [commit.id]
    case "date":
      return [toMinutes(commit.time)]
    case "type":
      return ["commit"]
    default:
      return []
  }
}

/** Makes a test of commits. */
export const makeCommitMatcher = (query: Query): ((commit: CommitFields) => boolean) => {
  const tests = new Map(listLeaves(query).map(({ leaf }) => [leaf, makeLeafTest(leaf)]))
  return (commit) => {
    const words = new Map<string, ReadonlyArray<string>>()
    const wordsOf = (field: string): ReadonlyArray<string> => {
      const known = words.get(field) ?? toWords(commit, field)
      words.set(field, known)
      return known
    }
    const holds = (leaf: Leaf): boolean => tests.get(leaf)?.holds(wordsOf(leaf.field)) ?? false
    return evaluate(query, holds) === true
  }
}
