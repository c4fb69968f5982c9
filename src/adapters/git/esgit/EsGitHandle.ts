import { Context, Effect, Option, Result, Semaphore } from "effect"
import { statSync } from "node:fs"
import { realpath } from "node:fs/promises"
import { join } from "node:path"
import type { EsGitRepository } from "./EsGitReads.ts"
import type { EsGitLoadPolicy } from "./EsGitLoading.ts"
import type { Git } from "../Git.ts"
import type { Repository } from "../Repository.ts"

type Load = () => Promise<{
  openRepository(path: string, options: { readonly noSearch: boolean }): Promise<EsGitRepository & { path(): string }>
}>

/** Loads es-git, which is not available on every platform. */
export const loadEsGit: Load = () => import("es-git")

/** The loader of es-git. Tests replace it. */
export const EsGitLibrary = Context.Reference<Load>("ultragit/adapters/git/esgit/EsGitHandle/EsGitLibrary", {
  defaultValue: () => loadEsGit
})

/** Calls after which loading pays off: a call saves about 0.25 ms, loading and opening cost about 25 ms. */
const minCallsToLoad = 100

/**
 * Maximum number of references that one process may wrap. Each one leaks 200 bytes, and a process that wrapped 300,000
 * crashes on a natural exit (250,000: not yet).
 */
const maxReferences = 100_000

/** Counted per process, because the process is what crashes. */
let references = 0

const countReferences = (handle: EsGitRepository): EsGitRepository => ({
  revparseSingle: (revision) => handle.revparseSingle(revision),
  getReference: (name) => {
    const found = handle.getReference(name)
    references += 1
    return found
  }
})

/** The result of opening a repository. No handle if es-git failed. */
interface OpenResult {
  readonly handle: Option.Option<EsGitRepository>
  readonly repository: Repository
  /** The value of {@link stateOf} before opening. */
  readonly state: string
}

/**
 * Fingerprint of the files that es-git reads only when it opens a repository: configuration (format and extensions) and
 * alternates.
 */
const stateOf = ({ commonDirectory }: Repository): string =>
  ["config", "objects/info/alternates"]
    .map((path) =>
      Result.match(
        Result.try(() => statSync(join(commonDirectory, path), { bigint: true })),
        {
          onSuccess: (file) => `${file.ino} ${file.size} ${file.mtimeNs} ${file.ctimeNs}`,
          onFailure: () => "none"
        }
      )
    )
    .join("\n")

/** A repository opened by es-git on demand and kept open. Reopened when its configuration changes. */
interface EsGitHandle {
  /** Answers by es-git, or by `fallback` if es-git is unavailable, fails or is not certain. */
  first<A, E>(
    ask: (handle: EsGitRepository, repository: Repository) => Option.Option<A>,
    fallback: Effect.Effect<A, E>
  ): Effect.Effect<A, E>
}

/** Opens the repository that git has opened. None if es-git is unavailable or resolves to another folder. */
const openHandle = Effect.fnUntraced(
  function* (load: Load, { gitDirectory, objectFormat }: Repository) {
    if (objectFormat !== "sha1") return Option.none<EsGitRepository>()
    const library = yield* Effect.tryPromise(load)
    const handle = yield* Effect.tryPromise(() => library.openRepository(gitDirectory, { noSearch: true }))
    const path = yield* Effect.tryPromise(() => realpath(handle.path()))
    return path === gitDirectory ? Option.some(countReferences(handle)) : Option.none<EsGitRepository>()
  },
  Effect.catch((error) => Effect.as(Effect.logDebug("Git without es-git", error), Option.none<EsGitRepository>()))
)

/** Creates the handle without loading es-git. `git` finds the repository and checks access to it. */
export const makeEsGitHandle = Effect.fnUntraced(function* (git: Git["Service"], policy: EsGitLoadPolicy) {
  const load = yield* EsGitLibrary
  const scope = yield* Effect.scope
  const openLock = yield* Semaphore.make(1)
  let last: OpenResult | undefined
  let calls = 0

  const currentResult = (): OpenResult | undefined =>
    last !== undefined && stateOf(last.repository) === last.state ? last : undefined

  const open = Effect.gen(function* () {
    if (currentResult() !== undefined) return
    const repository = yield* git.repository
    const state = stateOf(repository)
    last = { handle: yield* openHandle(load, repository), repository, state }
  }).pipe(Effect.ignore)

  const prepare = Effect.suspend(() => {
    calls += 1
    if (policy === "eager") return openLock.withPermits(1)(open)
    const shouldLoad = policy === "deferred" && calls >= minCallsToLoad
    return shouldLoad ? Effect.asVoid(Effect.forkIn(openLock.withPermitsIfAvailable(1)(open), scope)) : Effect.void
  })

  const esGitHandle: EsGitHandle = {
    first: (ask, fallback) => {
      const attempt = Option.liftThrowable(({ handle, repository }: OpenResult) =>
        Option.flatMap(handle, (at) => ask(at, repository))
      )
      const answer = (at: OpenResult | undefined) =>
        at === undefined || references >= maxReferences
          ? fallback
          : Option.match(Option.flatten(attempt(at)), { onNone: () => fallback, onSome: Effect.succeed })
      return Effect.suspend(() => {
        const current = currentResult()
        return current === undefined ? Effect.flatMap(prepare, () => answer(currentResult())) : answer(current)
      })
    }
  }
  return esGitHandle
})
