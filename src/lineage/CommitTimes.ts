import { Context, Effect, Layer, Option } from "effect"
import type { ObjectId } from "../domain/ObjectId.ts"
import { Git } from "../adapters/git/Git.ts"
import { GitError, ObjectMissing } from "../adapters/git/GitError.ts"
import * as Memo from "./Memo.ts"

/** Commits whose times are kept in memory. */
const maxTimes = 200_000
/** Mapped contacts kept in memory. */
const maxContacts = 4_096
/** Commits asked about whose times are kept in memory. */
const maxCommitterTimes = 64

/**
 * When commits were written, and by whom. A commit never changes, so that each is asked for once; what a mailmap makes
 * of a contact is kept until the mailmap changes.
 */
export class CommitTimes extends Context.Service<
  CommitTimes,
  {
    /**
     * Author times in seconds since 1970, which a rebase keeps. Fails where one is not here, or no longer: what is said
     * of it would be half true.
     */
    authorTimes(ids: Iterable<ObjectId>): Effect.Effect<(id: ObjectId) => number, GitError>
    /** Committer time of a commit in seconds since 1970. Fails with `ObjectMissing` where it is not here. */
    committerTime(id: ObjectId): Effect.Effect<number, GitError>
    /** Contacts (`Name <address>`) as the mailmap has them, by contact as recorded. */
    mapContacts(contacts: Iterable<string>): Effect.Effect<ReadonlyMap<string, string>, GitError>
  }
>()("ultragit/lineage/CommitTimes") {
  static readonly layerNoDeps = Layer.effect(
    CommitTimes,
    Effect.gen(function* () {
      const git = yield* Git
      const known = new Map<ObjectId, number>()
      const written = Effect.fnUntraced(function* (ids: Iterable<ObjectId>) {
        const asked = new Set(ids)
        const unknown = [...asked].filter((id) => !known.has(id))
        const facts = unknown.length === 0 ? [] : yield* git.commits(unknown)
        const missing = unknown.find((_, at) => Option.isNone(facts[at] ?? Option.none()))
        if (missing !== undefined) return yield* new GitError({ reason: new ObjectMissing({ id: missing }) })
        if (known.size + facts.length > maxTimes) known.clear()
        for (const fact of facts) if (Option.isSome(fact)) known.set(fact.value.id, fact.value.authorTime)
        const times = new Map([...asked].map((id) => [id, known.get(id) ?? 0]))
        return (id: ObjectId) => times.get(id) ?? 0
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
      const committed = (id: ObjectId) =>
        Effect.flatMap(git.blameContext, (context) => committerTimes.get({ context, id }))

      let context = ""
      let contacts = new Map<string, string>()
      const mapped = Effect.fnUntraced(function* (asked: Iterable<string>) {
        const distinct = [...new Set(asked)]
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
      return CommitTimes.of({ authorTimes: written, committerTime: committed, mapContacts: mapped })
    })
  )
}
