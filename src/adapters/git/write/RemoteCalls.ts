import { Effect, Option } from "effect"
import { ObjectId } from "../../../domain/ObjectId.ts"
import { escapeControls } from "../../../domain/Text.ts"
import { type ConfigEntry, GitTimeout } from "../Git.ts"
import { remoteOptions } from "../GitEnvironment.ts"
import { GitError } from "../GitError.ts"
import { firstErrorLine } from "../process/GitFailure.ts"
import type { GitRunner } from "../process/GitRunner.ts"
import { GitRemoteTimeout } from "../GitWrites.ts"
import { PushRejected, RemoteFailed } from "../GitWriteReason.ts"
import { checkRefName } from "./RefWrites.ts"

/** What calls to a remote need. */
export interface RemoteSession {
  /** With an environment that allows protocols. */
  readonly runner: GitRunner
  readonly options: ReadonlyArray<string>
  readonly config: Effect.Effect<ReadonlyArray<ConfigEntry>, GitError>
}

/** A ref of ours and one of a remote. */
interface Transfer {
  readonly remote: string
  readonly from: string
  readonly to: string
}

const failed = (remote: string, detail: string) => new GitError({ reason: new RemoteFailed({ remote, detail }) })

/** Only a configured remote is spoken to, never an address or an option. */
const checkRemote = Effect.fnUntraced(function* (session: RemoteSession, remote: string) {
  const keys = new Set((yield* session.config).map((entry) => entry.key))
  const known = ["url", "pushurl"].some((key) => keys.has(`remote.${remote}.${key}`))
  if (!known || remote.startsWith("-")) return yield* failed(remote, "no remote of this name is configured")
})

/** Nothing that the user configured for pushes and fetches of code. */
const plain = ["-c", "push.pushOption=", "-c", "fetch.writeCommitGraph=false"]

const run = Effect.fnUntraced(function* (
  session: RemoteSession,
  remote: string,
  name: string,
  args: ReadonlyArray<string>,
  { options: more = [], stdin }: { readonly options?: ReadonlyArray<string>; readonly stdin?: Uint8Array } = {}
) {
  // A mirror is pushed by force and as a whole, which is not what is asked for here.
  const noMirror = remote.includes("=") ? [] : ["-c", `remote.${remote}.mirror=false`]
  const options = [...session.options, ...remoteOptions, ...plain, ...noMirror, ...more]
  return yield* session.runner
    .collect({ name, args: [...options, name, ...args], exitCodes: [0, 1, 128], stdin })
    .pipe(Effect.provideService(GitTimeout, yield* GitRemoteTimeout))
})

/** {@link GitWrites.remoteRef}. */
export const remoteRef = Effect.fn("GitWrites.remoteRef")(function* (
  session: RemoteSession,
  remote: string,
  ref: string
) {
  yield* checkRemote(session, remote)
  yield* checkRefName(ref)
  const { exitCode, stderr, stdout } = yield* run(session, remote, "ls-remote", ["--", remote, ref])
  if (exitCode !== 0) return yield* failed(remote, firstErrorLine(stderr))
  const line = stdout
    .toString("utf8")
    .split("\n")
    .find((text) => text.endsWith(`\t${ref}`))
  const id = /^([0-9a-f]{40}|[0-9a-f]{64})\t/.exec(line ?? "")?.[1]
  return id === undefined ? Option.none<ObjectId>() : Option.some(ObjectId.make(id))
})

/** One ref, whole objects also in a partial clone, and nothing else on the way. */
const fetchOptions = [
  "--no-tags",
  "--no-write-fetch-head",
  "--no-recurse-submodules",
  "--no-auto-maintenance",
  "--no-prune",
  "--no-filter",
  "--refmap=",
  "--quiet"
]

/** {@link GitWrites.fetch}. */
export const fetch = Effect.fn("GitWrites.fetch")(function* (session: RemoteSession, input: Transfer) {
  yield* checkRemote(session, input.remote)
  yield* checkRefName(input.from)
  yield* checkRefName(input.to)
  const args = [...fetchOptions, "--", input.remote, `${input.from}:${input.to}`]
  const { exitCode, stderr } = yield* run(session, input.remote, "fetch", args)
  if (exitCode !== 0) return yield* failed(input.remote, rejection(stderr) ?? firstErrorLine(stderr))
})

/** Objects of a commit's own tree that a partial clone was promised and does not have. */
const missingFrom = Effect.fnUntraced(function* (session: RemoteSession, remote: string, commit: ObjectId) {
  const args = ["--no-walk", "--objects", "--missing=print", commit]
  const { exitCode, stderr, stdout } = yield* run(session, remote, "rev-list", args)
  if (exitCode !== 0) return yield* failed(remote, firstErrorLine(stderr))
  return [...stdout.toString("latin1").matchAll(/^\?([0-9a-f]+)$/gm)].map(([, id = ""]) => id)
})

/** {@link GitWrites.fetchMissing}. */
export const fetchMissing = Effect.fn("GitWrites.fetchMissing")(function* (
  session: RemoteSession,
  { commit, remote }: { readonly remote: string; readonly commit: ObjectId }
) {
  yield* checkRemote(session, remote)
  const missing = yield* missingFrom(session, remote, commit)
  if (missing.length === 0) return
  // As git itself does it: nothing is said of what is here, or the remote would take all of it for known.
  const { exitCode, stderr } = yield* run(session, remote, "fetch", [...fetchOptions, "--stdin", "--", remote], {
    options: ["-c", "fetch.negotiationAlgorithm=noop"],
    stdin: Buffer.from(`${missing.join("\n")}\n`)
  })
  if (exitCode !== 0) return yield* failed(remote, firstErrorLine(stderr))
  const [still] = yield* missingFrom(session, remote, commit)
  if (still !== undefined) return yield* failed(remote, `object ${still} did not come`)
})

/** `! [rejected] a -> b (non-fast-forward)` without its names. */
const rejection = (text: string): string | undefined => {
  const found = /^ ?!\s.*\[([^\]\n]+)\].*?\(([^\n]+)\)\s*$/m.exec(text)
  return found === null ? undefined : escapeControls(`${found[1] ?? ""}: ${found[2] ?? ""}`)
}

/** The remote is not where we saw it: it has what we have not, or another pushes at this moment. */
const behind = /^rejected: |failed to update ref|cannot lock ref|incorrect old value|reference already exists/

/** {@link GitWrites.push}. */
export const push = Effect.fn("GitWrites.push")(function* (session: RemoteSession, input: Transfer) {
  const { from, remote, to } = input
  yield* checkRemote(session, remote)
  yield* checkRefName(from)
  yield* checkRefName(to)
  const options = [
    "--porcelain",
    "--no-verify",
    "--no-follow-tags",
    "--recurse-submodules=no",
    "--no-force",
    "--no-signed"
  ]
  const { exitCode, stderr, stdout } = yield* run(session, remote, "push", [...options, "--", remote, `${from}:${to}`])
  if (exitCode === 0) return
  const detail = rejection(stdout.toString("utf8"))
  return yield* detail !== undefined && behind.test(detail)
    ? new GitError({ reason: new PushRejected({ remote, ref: to, detail }) })
    : failed(remote, detail ?? firstErrorLine(stderr))
})
