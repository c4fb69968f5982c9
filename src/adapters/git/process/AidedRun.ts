import { Effect, Result } from "effect"
import type { GitError } from "../GitError.ts"
import type { ChunkReader } from "../parse/Records.ts"

type Environment = Readonly<Record<string, string>>

/** What makes a call of git faster and changes nothing else. */
export interface GitAids {
  /** Environment variables. */
  readonly env: Environment
  /** Has later calls go without, as a call failed with them. */
  readonly distrust: Effect.Effect<void>
}

/**
 * Runs a call with its aids. If it ends without success or output, it is repeated without them; what the reader received
 * cannot be taken back, so that a call that fails later fails.
 */
export const runWithAids = Effect.fnUntraced(function* <A extends { readonly exitCode: number }>(
  { distrust, env }: GitAids,
  reader: ChunkReader,
  run: (env: Environment, reader: ChunkReader) => Effect.Effect<A, GitError>
) {
  let hasOutput = false
  const push = (chunk: Uint8Array) => {
    hasOutput = true
    reader.push(chunk)
  }
  const aided = yield* Effect.result(run(env, { push, end: () => {} }))
  const isGood = Result.isSuccess(aided) ? aided.success.exitCode === 0 : aided.failure.reason._tag !== "CommandFailed"
  if (isGood || hasOutput) {
    if (!isGood) yield* distrust
    reader.end()
    return yield* Effect.fromResult(aided)
  }
  const plain = yield* run({}, reader)
  if (plain.exitCode === 0) yield* distrust
  return plain
})
