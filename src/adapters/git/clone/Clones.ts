import { Context, Effect, Layer, Result } from "effect"
import { mkdir, readdir, rename, rm } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { kill, pid } from "node:process"
import { isAddress, redactCredentials } from "./Address.ts"
import { AddressInvalid, CloneError, CloneFailed, CloneUnwritable } from "./CloneError.ts"
import type { FetchStep } from "./FetchStep.ts"
import { runTalking } from "./CloneRun.ts"
import { nonInteractiveEnvironment, GitEnvironment, remoteEnvironment, remoteOptions } from "../GitEnvironment.ts"
import type { GitError } from "../GitError.ts"

/** Told as git fetches. Read at each call. */
export const FetchProgress = Context.Reference<(step: FetchStep) => Effect.Effect<void>>(
  "ultragit/adapters/git/clone/Clones/FetchProgress",
  { defaultValue: () => () => Effect.void }
)

/** Whether git and ssh may ask the user for a password or passphrase on the terminal. Read at each call. */
export const AllowPrompts = Context.Reference<boolean>("ultragit/adapters/git/clone/Clones/AllowPrompts", {
  defaultValue: () => false
})

/** The protocols of the addresses that are cloned from; no helper that starts a program. */
const protocols = "file:git:http:https:ssh"

/** Branches, tags and notes as the remote has them, whatever was here before; not the refs of pull requests. */
const refspecs = ["heads", "tags", "notes"].map((kind) => `+refs/${kind}/*:refs/${kind}/*`)

/** Repacking, where it is due, is waited for: no process of ours outlives the call. */
const quiet = [
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
  // Signal 0 asks whether there is such a process; without the right to signal it there is one too.
  return Result.match(
    Result.try(() => kill(id, 0)),
    {
      onSuccess: () => true,
      onFailure: (cause) => cause instanceof Error && "code" in cause && cause.code === "EPERM"
    }
  )
}

/** Takes away what clones into this directory left that were killed. */
const removeLeft = (directory: string): Promise<unknown> => {
  const prefix = `${basename(directory)}.part-`
  const isLeft = (name: string) => name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length)))
  const take = (name: string) => rm(join(dirname(directory), name), { recursive: true, force: true })
  return readdir(dirname(directory)).then((names) => Promise.all(names.filter(isLeft).map(take)))
}

const make = Effect.gen(function* () {
  const inherited = yield* GitEnvironment
  const { GIT_TERMINAL_PROMPT: _, ...asking } = remoteEnvironment(inherited)

  const run = Effect.fnUntraced(function* (address: string, args: ReadonlyArray<string>) {
    const mayAsk = yield* AllowPrompts
    const env = {
      GIT_ALLOW_PROTOCOL: protocols,
      ...asking,
      ...(mayAsk ? {} : nonInteractiveEnvironment(inherited))
    }
    const { exitCode, said } = yield* runTalking([...remoteOptions, ...quiet, ...args], env, {
      tell: yield* FetchProgress,
      isAttached: mayAsk
    })
    if (exitCode === 0) return
    const detail = redactCredentials(said)
    return yield* new CloneError({ reason: new CloneFailed({ address: redactCredentials(address), detail }) })
  })

  const clone = Effect.fn("Clones.clone")(function* (address: string, directory: string) {
    if (!isAddress(address)) return yield* new CloneError({ reason: new AddressInvalid({ address }) })
    const attempt = <A>(work: () => Promise<A>) => Effect.tryPromise({ try: work, catch: unwritable(directory) })
    const part = `${directory}.part-${pid}`
    const remove = (path: string) => attempt(() => rm(path, { recursive: true, force: true, maxRetries: 3 }))
    yield* attempt(() => mkdir(dirname(directory), { recursive: true, mode: 0o700 }))
    yield* attempt(() => removeLeft(directory))
    // Branches and tags come by themselves, and as a second wish would be refused.
    const notes = ["--config", "remote.origin.fetch=+refs/notes/*:refs/notes/*"]
    const args = ["clone", "--bare", "--progress", "--template=", ...notes, "--", address, part]
    yield* run(address, args).pipe(
      Effect.andThen(remove(directory)),
      Effect.andThen(attempt(() => rename(part, directory))),
      Effect.ensuring(Effect.ignore(remove(part)))
    )
  })

  const fetch = Effect.fn("Clones.fetch")(function* (address: string, directory: string) {
    const options = ["--prune", "--progress", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head"]
    yield* run(address, ["-C", directory, `--git-dir=${directory}`, "fetch", ...options, "origin", ...refspecs])
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
 * Bare clones of repositories elsewhere, by the user's own git with his own ways there: configuration, ssh, credential
 * helpers. Every call may take as long as the network does, and ends its processes when it is interrupted.
 */
export class Clones extends Context.Service<
  Clones,
  {
    /**
     * Clones branches, tags and notes into a directory that is there only when all of it is; what was there before goes.
     * Fails with `AddressInvalid`, `CloneFailed`, `CloneUnwritable`.
     */
    clone(address: string, directory: string): Effect.Effect<void, CloneError | GitError>
    /** Brings a clone to what its remote has now; branches that are gone there go here. `address` is for messages. */
    fetch(address: string, directory: string): Effect.Effect<void, CloneError | GitError>
    /** Deletes a clone. */
    remove(directory: string): Effect.Effect<void, CloneError>
  }
>()("ultragit/adapters/git/clone/Clones") {
  /** {@link GitEnvironment} is read when the layer is built. */
  static readonly layer = Layer.effect(Clones, make)
}
