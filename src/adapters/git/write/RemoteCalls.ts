import { Effect, Option } from "effect"
import { ObjectId } from "../../../domain/ObjectId.ts"
import { escapeControls } from "../../../domain/Text.ts"
import { type ConfigEntry, GitTimeout } from "../Git.ts"
import { remoteOptions } from "../GitEnvironment.ts"
import { GitError } from "../GitError.ts"
import { withoutHooks } from "../process/EmptySettings.ts"
import { firstErrorLine } from "../process/GitFailure.ts"
import type { GitRunner } from "../process/GitRunner.ts"
import { GitRemoteTimeout } from "../GitWrites.ts"
import { PushRejected, RemoteFailed } from "../GitWriteReason.ts"
import { checkRefName } from "./RefWrites.ts"
import { groupOf } from "../../../domain/MatchGroup.ts"

/** The context of calls to a remote. */
export interface RemoteSession {
  /** A runner whose environment allows protocols. */
  readonly runner: GitRunner
  readonly options: ReadonlyArray<string>
  readonly config: Effect.Effect<ReadonlyArray<ConfigEntry>, GitError>
}

/** A transfer of a ref between the local repository and a remote. */
interface Transfer {
  readonly remote: string
  readonly from: string
  readonly to: string
}

const remoteError = (remote: string, detail: string) => new GitError({ reason: new RemoteFailed({ remote, detail }) })

/** Fails unless the remote is configured. Rejects addresses and options. */
const checkRemote = Effect.fnUntraced(function* (session: RemoteSession, remote: string) {
  const keys = new Set((yield* session.config).map((entry) => entry.key))
  const known = ["url", "pushurl"].some((key) => keys.has(`remote.${remote}.${key}`))
  if (!known || remote.startsWith("-")) return yield* remoteError(remote, "no remote of this name is configured")
})

/** Disables options that the user configured for pushes and fetches of code. */
const isolationOptions = ["-c", "push.pushOption=", "-c", "fetch.writeCommitGraph=false"]

const run = Effect.fnUntraced(function* (
  session: RemoteSession,
  remote: string,
  name: string,
  args: ReadonlyArray<string>,
  { options: extraOptions = [], stdin }: { readonly options?: ReadonlyArray<string>; readonly stdin?: Uint8Array } = {}
) {
  // Pushing to a mirror would force-push all refs.
  const noMirror = remote.includes("=") ? [] : ["-c", `remote.${remote}.mirror=false`]
  const hooks = withoutHooks(yield* session.config)
  const isolation = [...remoteOptions, ...isolationOptions, ...hooks.options]
  const options = [...session.options, ...isolation, ...noMirror, ...extraOptions]
  return yield* session.runner
    .collect({ name, args: [...options, name, ...args], env: hooks.env, exitCodes: [0, 1, 128], stdin })
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
  if (exitCode !== 0) return yield* remoteError(remote, firstErrorLine(stderr))
  const line = stdout
    .toString("utf8")
    .split("\n")
    .find((text) => text.endsWith(`\t${ref}`))
  const id = line === undefined ? undefined : /^([0-9a-f]{40}|[0-9a-f]{64})\t/.exec(line)?.[1]
  return id === undefined ? Option.none<ObjectId>() : Option.some(ObjectId.make(id))
})

/** Fetches one ref, with whole objects even in a partial clone, and nothing else. */
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
  if (exitCode !== 0) return yield* remoteError(input.remote, parseRejection(stderr) ?? firstErrorLine(stderr))
})

/** Lists the promised objects of a commit's tree that a partial clone lacks. */
const missingFrom = Effect.fnUntraced(function* (session: RemoteSession, remote: string, commit: ObjectId) {
  const args = ["--no-walk", "--objects", "--missing=print", commit]
  const { exitCode, stderr, stdout } = yield* run(session, remote, "rev-list", args)
  if (exitCode !== 0) return yield* remoteError(remote, firstErrorLine(stderr))
  return [...stdout.toString("latin1").matchAll(/^\?([0-9a-f]+)$/gm)].map(([, id = ""]) => id)
})

/** {@link GitWrites.fetchObjects}. */
export const fetchObjects = Effect.fn("GitWrites.fetchObjects")(function* (
  session: RemoteSession,
  { ids, remote }: { readonly remote: string; readonly ids: ReadonlyArray<string> }
) {
  yield* checkRemote(session, remote)
  // Negotiates nothing, as the lazy fetch of git does. Otherwise the remote would assume that all objects of the local
  // commits are present.
  const { exitCode, stderr } = yield* run(session, remote, "fetch", [...fetchOptions, "--stdin", "--", remote], {
    options: ["-c", "fetch.negotiationAlgorithm=noop"],
    stdin: Buffer.from(`${ids.join("\n")}\n`)
  })
  if (exitCode !== 0) return yield* remoteError(remote, firstErrorLine(stderr))
})

/** {@link GitWrites.fetchMissing}. */
export const fetchMissing = Effect.fn("GitWrites.fetchMissing")(function* (
  session: RemoteSession,
  { commit, remote }: { readonly remote: string; readonly commit: ObjectId }
) {
  yield* checkRemote(session, remote)
  const missing = yield* missingFrom(session, remote, commit)
  if (missing.length === 0) return
  yield* fetchObjects(session, { remote, ids: missing })
  const [stillMissing] = yield* missingFrom(session, remote, commit)
  if (stillMissing !== undefined) return yield* remoteError(remote, `the remote did not send object ${stillMissing}`)
})

/** Parses the reason of `! [rejected] a -> b (non-fast-forward)`, without the ref names. */
const parseRejection = (text: string): string | undefined => {
  const found = /^ ?!\s.*\[([^\]\n]+)\].*?\(([^\n]+)\)\s*$/m.exec(text)
  return found === null ? undefined : escapeControls(`${groupOf(found, 1)}: ${groupOf(found, 2)}`)
}

/** Matches rejections because the ref of the remote moved: it has new commits, or another push is running. */
const staleRefPattern = /^rejected: |failed to update ref|cannot lock ref|incorrect old value|reference already exists/

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
  const detail = parseRejection(stdout.toString("utf8"))
  return yield* detail !== undefined && staleRefPattern.test(detail)
    ? new GitError({ reason: new PushRejected({ remote, ref: to, detail }) })
    : remoteError(remote, detail ?? firstErrorLine(stderr))
})
