import { Effect, Option } from "effect"
import type { CommitChange, CommitMetadata } from "../../adapters/git/CommitChange.ts"
import { Git } from "../../adapters/git/Git.ts"
import { ObjectId } from "../../domain/ObjectId.ts"

const readEmail = (contact: string): string => /<([^<>]*)>$/.exec(contact)?.[1] ?? contact

/** Reads the commits of a history, with their authors' addresses in lower case. */
const readAuthors = Effect.fnUntraced(function* (from: ReadonlyArray<ObjectId>) {
  const git = yield* Git
  const found = yield* git.commits(yield* git.walk({ from }))
  return found
    .flatMap((commit) => Option.toArray(commit))
    .map(({ author, id }) => ({ id, email: author.email.toLowerCase() }))
})

/**
 * Lists the commits whose notes these notes commits wrote. One call of git reads all that only add and change notes: there may
 * be thousands, as of a program that annotates. Where notes are removed, they may be at other paths with the same content.
 */
const listWritten = Effect.fnUntraced(function* (writers: ReadonlyArray<ObjectId>) {
  const git = yield* Git
  const written = new Set<ObjectId>()
  const rearranged: Array<CommitMetadata> = []
  const take = (change: CommitChange) => {
    if (change.files.some(({ status }) => status === "D")) rearranged.push(change)
    else
      for (const { path } of change.files)
        Option.map(ObjectId.makeOption(path.replaceAll("/", "")), (id) => written.add(id))
  }
  yield* git.changes(writers, take, { renames: false })
  for (const { id, parents } of rearranged) {
    const [parent] = parents
    if (parent === undefined) continue
    for (const { commit } of (yield* git.notesChange(parent, id)).upserted) written.add(commit)
  }
  return written
})

/**
 * Finds the commits whose notes were written, at some time, by authors of no commit reachable from HEAD, other than the
 * user: their words are shown only to those who ask (spec agents, "Whose words").
 */
export const findNotesOfStrangers = Effect.fn("Agents.findNotesOfStrangers")(function* (
  notesTips: ReadonlyArray<ObjectId>,
  head: ObjectId
) {
  const git = yield* Git
  if (notesTips.length === 0) return new Set<ObjectId>()
  const writers = yield* readAuthors(notesTips)
  const own = yield* Effect.orElseSucceed(git.author, () => "")
  const others = new Set(writers.map(({ email }) => email))
  others.delete(readEmail(own).toLowerCase())
  if (others.size === 0) return new Set<ObjectId>()
  for (const { email } of yield* readAuthors([head])) others.delete(email)
  return yield* listWritten(writers.filter(({ email }) => others.has(email)).map(({ id }) => id))
})
