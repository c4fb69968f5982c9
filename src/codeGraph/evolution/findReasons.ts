import { Effect, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { type Message, parseMessage } from "../../evidence/messages/parseMessage.ts"
import { findReason } from "../../evidence/reasons/findReason.ts"
import type { CommitReason } from "../model/answers.ts"
import type { Change } from "./hotspots.ts"

/** A commit that changes more files says little of one of them. */
const maxFiles = 20
/** Newest commits of a file whose messages are read. */
const maxMessages = 10

/** A title mostly says what was done. */
const readReason = ({ body }: Message): string | undefined => findReason({ body })

/**
 * Finds for each list of changes, newest first, the newest that is about few files and whose message gives a reason below its title. Lists
 * without one are absent. Credentials are masked.
 */
export const findReasons = Effect.fn("Evolution.findReasons")(function* (
  changesOf: ReadonlyMap<string, ReadonlyArray<Change>>
) {
  const git = yield* Git
  const narrow = new Map(
    [...changesOf].map(([path, changes]) => [
      path,
      changes.filter(({ files }) => files <= maxFiles).slice(0, maxMessages)
    ])
  )
  const ids = [...new Set([...narrow.values()].flatMap((changes) => changes.map(({ commit }) => commit)))]
  const metadata = new Map(
    (yield* git.commits(ids)).flatMap((found) => (Option.isNone(found) ? [] : [[found.value.id, found.value] as const]))
  )
  const read = new Map<ObjectId, CommitReason | undefined>()
  const reasonOf = ({ commit }: Change): CommitReason | undefined => {
    if (read.has(commit)) return read.get(commit)
    const message = parseMessage(metadata.get(commit)?.message ?? "")
    const reason = readReason(message)
    const found = reason === undefined ? undefined : { commit, subject: message.subject, reason }
    read.set(commit, found)
    return found
  }
  return new Map(
    [...narrow].flatMap(([path, changes]) => {
      const first = changes.find((change) => reasonOf(change) !== undefined)
      const found = first === undefined ? undefined : reasonOf(first)
      return found === undefined ? [] : [[path, found] as const]
    })
  )
})
