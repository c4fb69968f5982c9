import { Effect, Option } from "effect"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { lowerBytes, type MergedBytes } from "../noteBytes.ts"
import { mergePulls } from "./mergePulls.ts"
import { decodePulls, encodePulls } from "./PullsNote.ts"

const decode = (bytes: Uint8Array) => decodePulls(Buffer.from(bytes).toString("utf8"))

/** Merges two notes of imported pull requests by content. If only one is readable, keeps that one, else the lower. */
export const mergePullsBytes = (_: ObjectId, ours: Uint8Array, theirs: Uint8Array): Effect.Effect<MergedBytes> => {
  const [a, b] = [decode(ours), decode(theirs)]
  if (Option.isSome(a) && Option.isSome(b)) {
    const bytes = new TextEncoder().encode(encodePulls(mergePulls(a.value, b.value)))
    return Effect.succeed({ bytes: Buffer.compare(bytes, ours) === 0 ? ours : bytes, loss: Option.none() })
  }
  const bytes = Option.isSome(a) ? ours : Option.isSome(b) ? theirs : lowerBytes(ours, theirs)
  return Effect.succeed({ bytes, loss: Option.some("one side cannot be read") })
}
