import { hash } from "node:crypto"
import { Clock, Effect, Option } from "effect"
import { startProgram } from "../../adapters/runtime/startProgram.ts"
import { type PrivateFiles, privateFiles } from "../../adapters/git/PrivateFiles.ts"
import { lockState } from "../../rewrite/hooks/lockState.ts"
import type { WorkTree } from "./openWorkTree.ts"

/** What a hook needs to know and has to be worked out by a process that outlives it. */
export interface PrepareRequest {
  /** Digest of the state that the results are for. */
  readonly state: string
  /** Paths of files whose plans are made. */
  readonly paths: ReadonlyArray<string>
  /** Whether to count the annotations of the repository. */
  readonly overview: boolean
  /** A commit whose changed units are listed. */
  readonly commit?: string
}

/** Folder of the requests, a file each. A file is removed when its request is done. */
export const requestsFolder = "agents/requests"
/** The lock of the process that works requests out, one at a time: it reads history, and does so once for all. */
export const prepareLock = "agents/prepare.lock"
/** Age at which a request is taken for abandoned. */
const abandonedAfterMillis = 60_000
const pollMillis = 20

const exists = (files: PrivateFiles, name: string) =>
  Effect.map(
    Effect.orElseSucceed(files.stat(name), () => Option.none()),
    Option.isSome
  )

/** Adds a request, whole or not at all. One that is there already is left as it is, unless it is abandoned. */
const addRequest = Effect.fnUntraced(function* (files: PrivateFiles, name: string, request: PrepareRequest) {
  const found = yield* Effect.orElseSucceed(files.stat(name), () => Option.none())
  const now = yield* Clock.currentTimeMillis
  if (Option.exists(found, ({ mtimeMs }) => now - mtimeMs <= abandonedAfterMillis)) return
  yield* Effect.ignore(files.write(name, JSON.stringify(request)))
})

/**
 * Has something worked out in the background, unless that is going on already, and waits until it is done. Whoever waits
 * sets a time limit; the work goes on without it.
 */
export const prepare = Effect.fn("Agents.prepare")(function* (
  { gitDirectory, state, workTree }: WorkTree,
  wanted: Omit<PrepareRequest, "state">
) {
  const files = privateFiles(gitDirectory)
  const request: PrepareRequest = { state, ...wanted }
  const name = `${requestsFolder}/${hash("sha256", JSON.stringify(request)).slice(0, 32)}.json`
  yield* addRequest(files, name, request)
  const { kind } = yield* lockState(files, prepareLock)
  if (kind !== "held") yield* startProgram(["agents", "prepare"], workTree)
  while (yield* exists(files, name)) yield* Effect.sleep(pollMillis)
})
