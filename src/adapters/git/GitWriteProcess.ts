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
import { makePool } from "./process/GitPool.ts"
import { makeGitRunner } from "./process/GitRunner.ts"
import { type ConfigFile, GitWrites } from "./GitWrites.ts"
import { readCommitter, writeNotes } from "./write/NotesWrites.ts"
import { repositoryOptions } from "./process/OpenRepository.ts"
import { checkRefFiles, updateRef } from "./write/RefWrites.ts"
import { type RemoteSession, fetch, fetchMissing, fetchObjects, push, remoteRef } from "./write/RemoteCalls.ts"
import { type WriteSession, makeWriteSession } from "./write/WriteSession.ts"

/**
 * Caches the committer by the content of the configuration, which also works when the configuration changed too
 * recently to be cached itself.
 */
const makeCommitterCache = (config: Effect.Effect<ReadonlyArray<ConfigEntry>, GitError>) => {
  let cached: { readonly config: string; readonly who: string; readonly offset: string } | undefined
  return Effect.fnUntraced(function* (session: WriteSession) {
    const now = JSON.stringify(yield* config)
    if (cached === undefined || cached.config !== now) cached = { config: now, ...(yield* readCommitter(session)) }
    return cached
  })
}

const make = Effect.gen(function* () {
  const git = yield* Git
  const directory = resolve(yield* GitDirectory)
  const inherited = yield* GitEnvironment
  const identity = identityEnvironment(inherited)
  const local = gitEnvironment(inherited)
  const runners = { run: makeDirectRun(local), runner: yield* makeGitRunner(local) }
  const allowPrompts = isatty(0) && isatty(2)
  const remoteRunner = yield* makeGitRunner(
    { ...remoteEnvironment(inherited), ...(allowPrompts ? {} : nonInteractiveEnvironment(inherited)) },
    // A pool of its own: remotes answer in their own time, in which other calls go on.
    { allowPrompts, pool: makePool() }
  )
  const committer = makeCommitterCache(git.config)
  // Writes run one at a time: each uses two processes that wait for each other, and concurrent writes would conflict.
  const turn = yield* Semaphore.make(1)

  const inRepository = <A>(f: (session: WriteSession) => Effect.Effect<A, GitError>) =>
    Effect.flatMap(git.repository, (repository) => f(makeWriteSession(repository, runners, identity, git.config)))
  const withRemote = <A>(f: (session: RemoteSession) => Effect.Effect<A, GitError>) =>
    Effect.flatMap(git.repository, (repository) =>
      f({ runner: remoteRunner, options: repositoryOptions(repository), config: git.config })
    )
  const configFile = <A>(file: ConfigFile, f: (call: ConfigCall) => Effect.Effect<A, GitError>) =>
    file === "global" ? f(globalConfig(runners.runner)) : inRepository((at) => f(localConfig(at)))

  return GitWrites.of({
    writeNotes: (input) => inRepository((at) => turn.withPermits(1)(writeNotes(at, git, committer(at), input))),
    updateRef: (input) => inRepository((at) => updateRef(at, input)),
    addConfig: (key, value, file = "local") => configFile(file, (call) => addConfig(call, key, value)),
    replaceConfig: (key, values, file) => configFile(file, (call) => replaceConfig(call, key, values)),
    removeConfig: (key, value) => inRepository((at) => removeConfig(localConfig(at), key, value)),
    commit: (args, env) => runCommit({ directory, args, env: { ...inherited, ...env } }),
    remoteRef: (remote, ref) => withRemote((at) => remoteRef(at, remote, ref)),
    fetch: (input) =>
      Effect.andThen(
        inRepository((at) => checkRefFiles(at, input.to)),
        withRemote((at) => fetch(at, input))
      ),
    fetchMissing: (input) => withRemote((at) => fetchMissing(at, input)),
    fetchObjects: (input) => withRemote((at) => fetchObjects(at, input)),
    push: (input) => withRemote((at) => push(at, input))
  })
})

/**
 * `GitWrites` over git processes, in the repository that `Git` opened. {@link GitDirectory} and {@link GitEnvironment}
 * are read when the layer is built. Starts nothing before the first call.
 */
const layerNoDeps = Layer.effect(GitWrites, make)

/** The layer of `GitWrites` over git processes; needs `Git`. */
export const GitWriteProcess = { layerNoDeps } as const
