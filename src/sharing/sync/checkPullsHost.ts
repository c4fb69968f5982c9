import { Effect, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { changeSince } from "../../notes/merge/mergeTrees.ts"
import { decodePulls, maxPullsBytes } from "../../notes/pulls/PullsNote.ts"
import type { SyncRefs } from "../../notes/remotes/refs.ts"
import { findPushHosts } from "./remoteSites.ts"
import { PullsOfOtherHost, SyncError } from "./SyncError.ts"

/** Notes read at once. */
const batchSize = 500

/** The hosts of the imported pull requests that the remote does not have yet. */
const listHosts = Effect.fnUntraced(function* (refs: SyncRefs) {
  const git = yield* Git
  const hosts = new Set<string>()
  const tip = yield* git.resolveRef(refs.notes)
  if (Option.isNone(tip)) return hosts
  const { upserted } = yield* changeSince(yield* git.resolveRef(refs.tracking), tip.value)
  for (let start = 0; start < upserted.length; start += batchSize) {
    const blobs = upserted.slice(start, start + batchSize).map(({ blob }) => blob)
    for (const content of yield* git.objects(blobs, { maxBytes: maxPullsBytes })) {
      const text = content._tag === "Found" ? Buffer.from(content.bytes).toString("utf8") : ""
      for (const { host } of Option.getOrElse(decodePulls(text), () => [])) hosts.add(host)
    }
  }
  return hosts
})

/** Fails with `PullsOfOtherHost` unless all imported pull requests came from each host that a push to this remote reaches. */
export const checkPullsHost = Effect.fn("Sync.checkPullsHost")(function* (refs: SyncRefs) {
  const { remote } = refs
  const sources = [...(yield* listHosts(refs))].toSorted()
  for (const host of findPushHosts(yield* (yield* Git).config, remote)) {
    const others = sources.filter((source) => source !== Option.getOrUndefined(host))
    if (Option.isSome(host) && others.length === 0) continue
    return yield* new SyncError({ reason: new PullsOfOtherHost({ remote, host, others }) })
  }
})
