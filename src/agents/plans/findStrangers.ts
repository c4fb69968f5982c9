import { Effect, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"

const readEmail = (contact: string): string => /<([^<>]*)>$/.exec(contact)?.[1] ?? contact

/** Reads the commits of a history, with their authors' addresses in lower case. */
const readAuthors = Effect.fnUntraced(function* (from: ReadonlyArray<ObjectId>) {
  const git = yield* Git
  const found = yield* git.commits(yield* git.walk({ from }))
  return found
    .flatMap((commit) => Option.toArray(commit))
    .map(({ author, id, parents }) => ({ id, parents, email: author.email.toLowerCase() }))
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
  const noted = new Set<ObjectId>()
  if (notesTips.length === 0) return noted
  const writers = yield* readAuthors(notesTips)
  const own = yield* Effect.orElseSucceed(git.author, () => "")
  const others = new Set(writers.map(({ email }) => email))
  others.delete(readEmail(own).toLowerCase())
  if (others.size === 0) return noted
  for (const { email } of yield* readAuthors([head])) others.delete(email)
  for (const { email, id, parents } of writers) {
    if (!others.has(email)) continue
    const [parent] = parents
    const written =
      parent === undefined
        ? (yield* git.notes(id)).map(({ commit }) => commit)
        : (yield* git.notesChange(parent, id)).upserted.map(({ commit }) => commit)
    for (const commit of written) noted.add(commit)
  }
  return noted
})
