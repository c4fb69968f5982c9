import { Context, Effect, Layer, Option } from "effect"
import type { ObjectId } from "../domain/ObjectId.ts"
import type { CommitMetadata } from "../adapters/git/CommitChange.ts"
import { Git } from "../adapters/git/Git.ts"
import { GitError, ObjectMissing } from "../adapters/git/GitError.ts"
import * as Memo from "./Memo.ts"

/** Maximum author times in memory. */
const maxTimes = 200_000
/** Maximum mapped contacts in memory. */
const maxContacts = 4_096
/** Maximum committer times in memory. */
const maxCommitterTimes = 64

/** Formats an author as `Name <address>`. */
export const formatContact = ({ author }: Pick<CommitMetadata, "author">): string => `${author.name} <${author.email}>`

/** Returns the name in a contact; may be empty. */
export const nameInContact = (contact: string): string => contact.replace(/ ?<[^<>]*>$/, "")

/**
 * Times and authors of commits. Times never change and are cached; mapped contacts are cached until the mailmap
 * changes.
 */
export class CommitTimes extends Context.Service<
  CommitTimes,
  {
    /**
     * Looks up author times, in seconds since 1970; a rebase preserves them. Fails with `ObjectMissing` if any of the
     * commits is missing.
     */
    authorTimes(ids: Iterable<ObjectId>): Effect.Effect<(id: ObjectId) => number, GitError>
    /** Returns the committer time of a commit, in seconds since 1970. Fails with `ObjectMissing`. */
    committerTime(id: ObjectId): Effect.Effect<number, GitError>
    /** Applies the mailmap to contacts (`Name <address>`). Returns the mapped contact by recorded contact. */
    mapContacts(contacts: Iterable<string>): Effect.Effect<ReadonlyMap<string, string>, GitError>
  }
>()("ultragit/lineage/CommitTimes") {
  static readonly layerNoDeps = Layer.effect(
    CommitTimes,
    Effect.gen(function* () {
      const git = yield* Git
      const known = new Map<ObjectId, number>()
      const authorTimes = Effect.fnUntraced(function* (ids: Iterable<ObjectId>) {
        const times = new Map<ObjectId, number>()
        const unknown: Array<ObjectId> = []
        for (const id of new Set(ids)) {
          const time = known.get(id)
          if (time === undefined) unknown.push(id)
          else times.set(id, time)
        }
        const facts = unknown.length === 0 ? [] : yield* git.commits(unknown)
        if (known.size + unknown.length > maxTimes) known.clear()
        for (const [index, id] of unknown.entries()) {
          const fact = facts[index]
          if (fact === undefined || Option.isNone(fact))
            return yield* new GitError({ reason: new ObjectMissing({ id }) })
          known.set(id, fact.value.authorTime)
          times.set(id, fact.value.authorTime)
        }
        return (id: ObjectId) => {
          const time = times.get(id)
          if (time === undefined) throw new Error(`the author time of ${id} was not read`)
          return time
        }
      })

      const committerTimes = yield* Memo.make({
        capacity: maxCommitterTimes,
        text: ({ context, id }: { readonly context: string; readonly id: ObjectId }) => `${context}\0${id}`,
        lookup: Effect.fnUntraced(function* ({ id }) {
          const [fact = Option.none()] = yield* git.commits([id])
          if (Option.isNone(fact)) return yield* new GitError({ reason: new ObjectMissing({ id }) })
          return fact.value.committerTime
        })
      })
      const committerTime = (id: ObjectId) =>
        Effect.flatMap(git.blameContext, (context) => committerTimes.get({ context, id }))

      let context = ""
      let contacts = new Map<string, string>()
      const mapContacts = Effect.fnUntraced(function* (requested: Iterable<string>) {
        const distinct = [...new Set(requested)]
        if (distinct.length === 0) return new Map<string, string>()
        const now = yield* git.blameContext
        if (context !== now || contacts.size > maxContacts) contacts = new Map()
        context = now
        const kept = contacts
        const unknown = distinct.filter((contact) => !kept.has(contact))
        const found = unknown.length === 0 ? [] : yield* git.mailmap(unknown)
        unknown.forEach((contact, index) => kept.set(contact, found[index] ?? contact))
        return new Map(distinct.map((contact) => [contact, kept.get(contact) ?? contact]))
      })
      return CommitTimes.of({ authorTimes, committerTime, mapContacts })
    })
  )
}
