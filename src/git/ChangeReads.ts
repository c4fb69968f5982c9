import { randomUUID } from "node:crypto"
import { Effect, Option } from "effect"
import { ObjectId } from "../domain/ObjectId.ts"
import { changeFormat, makeChangeReader } from "./ChangeParser.ts"
import type { CommitChange, CommitPatch, RefTip } from "./Git.ts"
import { type GitSession, sessionCall } from "./GitSession.ts"
import { makePatchReader, patchFormat } from "./PatchParser.ts"
import { decodePath } from "./PathBytes.ts"
import { makeRecordReader } from "./Records.ts"

/** By git's own means, and the same whatever is configured. */
const plain = ["--stdin", "-r", "--root", "--always", "--no-ext-diff", "--no-textconv", "--ignore-submodules=none"]
const found = ["-M", "-C"]

const linesOf = (ids: ReadonlyArray<ObjectId>) => Buffer.from(ids.map((id) => `${id}\n`).join(""), "latin1")

/** {@link Git.refs}. */
export const refs = Effect.fn("Git.refs")(function* (session: GitSession, prefixes: ReadonlyArray<string>) {
  const tips: Array<RefTip> = []
  const reader = makeRecordReader(10, (line) => {
    const [id = "", type = "", peeled = "", peeledType = ""] = line.toString("latin1").split(" ", 4)
    const commit = type === "commit" ? id : peeledType === "commit" ? peeled : ""
    const tip = ObjectId.makeOption(commit)
    const name = decodePath(line.subarray([id, type, peeled, peeledType].join(" ").length + 1))
    if (Option.isSome(tip)) tips.push({ name, commit: tip.value })
  })
  const format = "%(objectname) %(objecttype) %(*objectname) %(*objecttype) %(refname)"
  yield* session.runner.stream(sessionCall(session, "for-each-ref", [`--format=${format}`, ...prefixes]), reader)
  return tips
})

/** {@link Git.changes}. Merges have what differs from all their parents. */
export const changes = Effect.fn("Git.changes")(function* (
  session: GitSession,
  ids: ReadonlyArray<ObjectId>,
  take: (change: CommitChange) => void
) {
  if (ids.length === 0) return
  const options = [...plain, ...found, "-c", "--raw", "-z", "--encoding=UTF-8", `--format=${changeFormat}`]
  const call = sessionCall(session, "diff-tree", options, { stdin: linesOf(ids) })
  yield* session.runner.stream(call, makeChangeReader(take))
})

/** {@link Git.patches}. */
export const patches = Effect.fn("Git.patches")(function* (
  session: GitSession,
  ids: ReadonlyArray<ObjectId>,
  options: { readonly maxBytes: number },
  take: (patch: CommitPatch) => void
) {
  if (ids.length === 0) return
  const mark = randomUUID()
  const idLength = session.repository.objectFormat === "sha256" ? 64 : 40
  const prefixes = ["--no-color", "--src-prefix=a/", "--dst-prefix=b/"]
  const args = [...plain, ...found, "-p", ...prefixes, `--format=${patchFormat(mark)}`]
  const call = sessionCall(session, "diff-tree", args, { stdin: linesOf(ids) })
  yield* session.runner.stream(call, makePatchReader(mark, { idLength, maxBytes: options.maxBytes }, take))
})
