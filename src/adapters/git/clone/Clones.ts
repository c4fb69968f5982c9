import { Context, Effect, Layer, Result } from "effect"
import { mkdir, readdir, rename, rm } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { kill, pid } from "node:process"
import { isAddress, redactCredentials } from "./Address.ts"
import { AddressInvalid, CloneError, CloneFailed, CloneUnwritable } from "./CloneError.ts"
import type { FetchStep } from "./FetchStep.ts"
import { runWithProgress } from "./CloneRun.ts"
import {
  nonInteractiveEnvironment,
  GitEnvironment,
  gitEnvironment,
  remoteEnvironment,
  remoteOptions
} from "../GitEnvironment.ts"
import { parseConfig } from "../parse/ConfigParser.ts"
import { bareOptions, configCall } from "../process/DiscoveryCalls.ts"
import { type EmptySettings, withoutHooks } from "../process/EmptySettings.ts"
import { type GitCall, makeGitRunner } from "../process/GitRunner.ts"
import type { GitError } from "../GitError.ts"

/** Called with the progress of a fetch. Read at each call. */
export const FetchProgress = Context.Reference<(step: FetchStep) => Effect.Effect<void>>(
  "ultragit/adapters/git/clone/Clones/FetchProgress",
  { defaultValue: () => () => Effect.void }
)

/** Lets git and ssh prompt for a password or passphrase on the terminal. Read at each call. */
export const AllowPrompts = Context.Reference<boolean>("ultragit/adapters/git/clone/Clones/AllowPrompts", {
  defaultValue: () => false
})

/** Allowed protocols. Excludes helpers that start programs. */
const protocols = "file:git:http:https:ssh"

/** Mirrors branches, tags and notes of the remote, but not the refs of pull requests. */
const refspecs = ["heads", "tags", "notes"].map((kind) => `+refs/${kind}/*:refs/${kind}/*`)

/** Runs due maintenance in the foreground, so that no process outlives the call. */
const maintenanceOptions = [
  "-c",
  "gc.autoDetach=false",
  "-c",
  "maintenance.autoDetach=false",
  "-c",
  "advice.defaultBranchName=false"
]

const unwritable = (directory: string) => (cause: unknown) =>
  new CloneError({
    reason: new CloneUnwritable({ directory, detail: cause instanceof Error ? cause.message : String(cause) })
  })

const isAlive = (id: number): boolean => {
  if (id === pid) return false
  // Signal 0 only checks that the process exists. EPERM means that it does.
  return Result.match(
    Result.try(() => kill(id, 0)),
    {
      onSuccess: () => true,
      onFailure: (cause) => cause instanceof Error && "code" in cause && cause.code === "EPERM"
    }
  )
}

/** Removes partial clones that killed processes left next to this directory. */
const removeAbandoned = (directory: string): Promise<unknown> => {
  const prefix = `${basename(directory)}.part-`
  const isAbandoned = (name: string) => name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length)))
  const removeClone = (name: string) => rm(join(dirname(directory), name), { recursive: true, force: true })
  return readdir(dirname(directory)).then((names) => Promise.all(names.filter(isAbandoned).map(removeClone)))
}

const make = Effect.gen(function* () {
  const inherited = yield* GitEnvironment
  const { GIT_TERMINAL_PROMPT: _, ...interactive } = remoteEnvironment(inherited)
  const runner = yield* makeGitRunner(gitEnvironment(inherited))

  /** What has no hook of the configuration run that applies in a folder. Git itself fails where it cannot be read. */
  const disableHooks = (call: GitCall) =>
    runner.collect(call).pipe(
      Effect.map(({ exitCode, stdout }) => (exitCode === 0 ? parseConfig(stdout) : [])),
      Effect.map(withoutHooks)
    )

  const run = Effect.fnUntraced(function* (address: string, hooks: EmptySettings, args: ReadonlyArray<string>) {
    const allowPrompts = yield* AllowPrompts
    const env = {
      ...hooks.env,
      GIT_ALLOW_PROTOCOL: protocols,
      ...interactive,
      ...(allowPrompts ? {} : nonInteractiveEnvironment(inherited))
    }
    const { exitCode, problem } = yield* runWithProgress(
      [...remoteOptions, ...maintenanceOptions, ...hooks.options, ...args],
      env,
      { onProgress: yield* FetchProgress, isAttached: allowPrompts }
    )
    if (exitCode === 0) return
    const detail = redactCredentials(problem)
    return yield* new CloneError({ reason: new CloneFailed({ address: redactCredentials(address), detail }) })
  })

  const clone = Effect.fn("Clones.clone")(function* (address: string, directory: string) {
    if (!isAddress(address)) return yield* new CloneError({ reason: new AddressInvalid({ address }) })
    const attempt = <A>(work: () => Promise<A>) => Effect.tryPromise({ try: work, catch: unwritable(directory) })
    const part = `${directory}.part-${pid}`
    const remove = (path: string) => attempt(() => rm(path, { recursive: true, force: true, maxRetries: 3 }))
    yield* attempt(() => mkdir(dirname(directory), { recursive: true, mode: 0o700 }))
    yield* attempt(() => removeAbandoned(directory))
    // git clone fetches branches and tags itself, and rejects repeated refspecs for them.
    const notes = ["--config", "remote.origin.fetch=+refs/notes/*:refs/notes/*"]
    const args = ["clone", "--bare", "--progress", "--template=", ...notes, "--", address, part]
    const hooks = yield* disableHooks(configCall(dirname(directory)))
    yield* run(address, hooks, args).pipe(
      Effect.andThen(remove(directory)),
      Effect.andThen(attempt(() => rename(part, directory))),
      Effect.ensuring(Effect.ignore(remove(part)))
    )
  })

  const fetch = Effect.fn("Clones.fetch")(function* (address: string, directory: string) {
    const options = ["--prune", "--progress", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head"]
    const hooks = yield* disableHooks(configCall(directory, bareOptions))
    yield* run(address, hooks, ["-C", directory, `--git-dir=${directory}`, "fetch", ...options, "origin", ...refspecs])
  })

  const remove = Effect.fn("Clones.remove")(function* (directory: string) {
    yield* Effect.tryPromise({
      try: () => rm(directory, { recursive: true, force: true, maxRetries: 3 }),
      catch: unwritable(directory)
    })
  })

  return Clones.of({ clone, fetch, remove })
})

/**
 * Bare clones of remote repositories, made with the git configuration, ssh and credential helpers of the user. Calls
 * have no overall timeout; interrupting one ends its processes.
 */
export class Clones extends Context.Service<
  Clones,
  {
    /**
     * Clones branches, tags and notes. Replaces the directory only when the clone is complete. Fails with
     * `AddressInvalid`, `CloneFailed`, `CloneUnwritable`.
     */
    clone(address: string, directory: string): Effect.Effect<void, CloneError | GitError>
    /** Updates a clone from its remote and prunes deleted branches. `address` is for messages only. */
    fetch(address: string, directory: string): Effect.Effect<void, CloneError | GitError>
    /** Deletes a clone. */
    remove(directory: string): Effect.Effect<void, CloneError>
  }
>()("ultragit/adapters/git/clone/Clones") {
  /** Reads {@link GitEnvironment} when the layer is built. */
  static readonly layer = Layer.effect(Clones, make)
}
