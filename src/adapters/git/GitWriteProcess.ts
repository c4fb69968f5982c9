import { Effect, Layer, Semaphore } from "effect"
import { resolve } from "node:path"
import { isatty } from "node:tty"
import { runCommit } from "./process/CommitRun.ts"
import {
  addConfig,
  type ConfigCall,
  globalConfig,
  localConfig,
  removeConfig,
  replaceConfig
} from "./write/ConfigWrites.ts"
import { makeDirectRun } from "./process/DirectRun.ts"
import { type ConfigEntry, Git, GitDirectory } from "./Git.ts"
import {
  nonInteractiveEnvironment,
  GitEnvironment,
  gitEnvironment,
  identityEnvironment,
  remoteEnvironment
} from "./GitEnvironment.ts"
import { type GitError } from "./GitError.ts"
import { makeGitRunner } from "./process/GitRunner.ts"
import { type ConfigFile, GitWrites } from "./GitWrites.ts"
import { readCommitter, writeNotes } from "./write/NotesWrites.ts"
import { repositoryOptions } from "./process/OpenRepository.ts"
import { checkRefFiles, updateRef } from "./write/RefWrites.ts"
import { type RemoteSession, fetch, fetchMissing, push, remoteRef } from "./write/RemoteCalls.ts"
import { type WriteSession, makeWriteSession } from "./write/WriteSession.ts"

/** Asks who the user is once for each configuration, also where that has changed too lately to be kept. */
const keepCommitter = (config: Effect.Effect<ReadonlyArray<ConfigEntry>, GitError>) => {
  let kept: { readonly config: string; readonly who: string; readonly offset: string } | undefined
  return Effect.fnUntraced(function* (session: WriteSession) {
    const now = JSON.stringify(yield* config)
    if (kept === undefined || kept.config !== now) kept = { config: now, ...(yield* readCommitter(session)) }
    return kept
  })
}

const make = Effect.gen(function* () {
  const git = yield* Git
  const directory = resolve(yield* GitDirectory)
  const inherited = yield* GitEnvironment
  const identity = identityEnvironment(inherited)
  const local = gitEnvironment(inherited)
  const means = { run: makeDirectRun(local), runner: yield* makeGitRunner(local) }
  const mayAsk = isatty(0) && isatty(2)
  const remoteRunner = yield* makeGitRunner(
    { ...remoteEnvironment(inherited), ...(mayAsk ? {} : nonInteractiveEnvironment(inherited)) },
    { mayAsk }
  )
  const committer = keepCommitter(git.config)
  // One at a time: each has two processes that wait for each other, and together they would only get in each other's way.
  const turn = yield* Semaphore.make(1)

  const here = <A>(f: (session: WriteSession) => Effect.Effect<A, GitError>) =>
    Effect.flatMap(git.repository, (repository) => f(makeWriteSession(repository, means, identity)))
  const afar = <A>(f: (session: RemoteSession) => Effect.Effect<A, GitError>) =>
    Effect.flatMap(git.repository, (repository) =>
      f({ runner: remoteRunner, options: repositoryOptions(repository), config: git.config })
    )
  const configFile = <A>(file: ConfigFile, f: (call: ConfigCall) => Effect.Effect<A, GitError>) =>
    file === "global" ? f(globalConfig(means.runner)) : here((at) => f(localConfig(at)))

  return GitWrites.of({
    writeNotes: (input) => here((at) => turn.withPermits(1)(writeNotes(at, git, committer(at), input))),
    updateRef: (input) => here((at) => updateRef(at, input)),
    addConfig: (key, value, file = "local") => configFile(file, (call) => addConfig(call, key, value)),
    replaceConfig: (key, values, file) => configFile(file, (call) => replaceConfig(call, key, values)),
    removeConfig: (key, value) => here((at) => removeConfig(localConfig(at), key, value)),
    commit: (args, env) => runCommit({ directory, args, env: { ...inherited, ...env } }),
    remoteRef: (remote, ref) => afar((at) => remoteRef(at, remote, ref)),
    fetch: (input) =>
      Effect.andThen(
        here((at) => checkRefFiles(at, input.to)),
        afar((at) => fetch(at, input))
      ),
    fetchMissing: (input) => afar((at) => fetchMissing(at, input)),
    push: (input) => afar((at) => push(at, input))
  })
})

/**
 * `GitWrites` by the system's git, in the repository that `Git` opened. {@link GitDirectory} and {@link GitEnvironment}
 * are read when the layer is built; nothing is started before the first call.
 */
const layerNoDeps = Layer.effect(GitWrites, make)

/** The layer of `GitWrites` over git processes; needs `Git`. */
export const GitWriteProcess = { layerNoDeps } as const
