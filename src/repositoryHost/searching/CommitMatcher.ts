import type { Query } from "../query/Query.ts"
import { cutWords } from "../query/analyze.ts"
import { evaluate, type Truth } from "./evaluate.ts"
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
  /** Undefined if it was not read. */
  readonly message: string | undefined
  /** Full name of the branch that is searched. */
  readonly branch: string
}

/** The first paragraph of a message as one line, as JGit's short message. */
export const shortMessage = (message: string): string =>
  (message.replace(/^\n+/, "").split(/\n\n/, 1)[0] ?? "").replaceAll("\n", " ").trim()

/** The words of a field; undefined if it was not read. */
const toWords = (commit: CommitFields, field: string): ReadonlyArray<string> | undefined => {
  const { message } = commit
  switch (field) {
    case "content":
      return message === undefined ? undefined : cutWords(message)
    case "summary":
      return message === undefined ? undefined : cutWords(shortMessage(message))
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

/** Tells whether commits match; undefined if their messages have to be read. */
export type CommitMatcher = (commit: CommitFields) => Truth

/** Makes a test of commits. */
export const makeCommitMatcher = (query: Query): CommitMatcher => {
  const tests = new Map(listLeaves(query).map(({ leaf }) => [leaf, makeLeafTest(leaf)]))
  return (commit) => {
    const words = new Map<string, ReadonlyArray<string> | undefined>()
    const wordsOf = (field: string): ReadonlyArray<string> | undefined => {
      if (!words.has(field)) words.set(field, toWords(commit, field))
      return words.get(field)
    }
    return evaluate(query, (leaf: Leaf) => {
      const found = wordsOf(leaf.field)
      return found === undefined ? undefined : (tests.get(leaf)?.holds(found) ?? false)
    })
  }
}
