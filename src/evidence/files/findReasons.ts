import { Effect, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import type { CommitReason } from "../../domain/CommitReason.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { withoutLongList } from "../messages/longLists.ts"
import { type Message, parseMessage } from "../messages/parseMessage.ts"
import { findReason } from "../reasons/findReason.ts"
import type { Change } from "./listChanges.ts"

/** Maximum files of a commit whose message is read. That of a larger one says little of a single file. */
const maxFiles = 20
/** Newest commits of a file whose messages are read. */
const maxMessages = 10

/** Reasons of commits that were read; undefined for those that give none. */
export type ReadReasons = Map<ObjectId, CommitReason | undefined>

/** The title is left out: it mostly says what was done, not why. */
const readReason = ({ body }: Message): string | undefined => findReason({ body: withoutLongList(body) })

/**
 * Finds for each list of changes, newest first, the newest that is about few files and whose message gives a reason below its
 * title. Lists without one are absent. Credentials are masked. `read`: what was read before, to which this adds.
 */
export const findReasons = Effect.fn("Evidence.findReasons")(function* (
  changesOf: ReadonlyMap<string, ReadonlyArray<Change>>,
  read: ReadReasons = new Map()
) {
  const git = yield* Git
  const narrow = Array.from(changesOf, ([path, changes]) => ({
    path,
    commits: changes
      .filter(({ files }) => files <= maxFiles)
      .slice(0, maxMessages)
      .map(({ commit }) => commit)
  }))
  const unread = [...new Set(narrow.flatMap(({ commits }) => commits))].filter((id) => !read.has(id))
  const fetched = unread.length === 0 ? [] : yield* git.commits(unread)
  const messages = new Map(fetched.flatMap(Option.toArray).map(({ id, message }) => [id, message] as const))
  const reasonOf = Effect.fnUntraced(function* (commit: ObjectId) {
    if (read.has(commit)) return read.get(commit)
    // Looking for credentials takes milliseconds a message, and others wait for this thread.
    yield* Effect.yieldNow
    const message = parseMessage(messages.get(commit) ?? "")
    const reason = readReason(message)
    const found = reason === undefined ? undefined : { commit, subject: message.subject, reason }
    read.set(commit, found)
    return found
  })
  const reasons = new Map<string, CommitReason>()
  for (const { commits, path } of narrow) {
    for (const commit of commits) {
      const found = yield* reasonOf(commit)
      if (found === undefined) continue
      reasons.set(path, found)
      break
    }
  }
  const found: ReadonlyMap<string, CommitReason> = reasons
  return found
})
