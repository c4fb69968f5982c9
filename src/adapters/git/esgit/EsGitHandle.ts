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

/** Loads es-git, which is not there on every platform. */
export const loadEsGit: Load = () => import("es-git")

/** How es-git comes in; a test hides it here. */
export const EsGitLibrary = Context.Reference<Load>("ultragit/adapters/git/esgit/EsGitHandle/EsGitLibrary", {
  defaultValue: () => loadEsGit
})

/** A call saves some 0.25 ms, loading and opening cost some 25. */
const callsThatPay = 100

/**
 * References that one process may wrap. Each keeps 200 bytes for good, and a process that wrapped 300,000 crashes when
 * it ends by itself (250,000: not yet).
 */
const mostReferences = 100_000

/** Of the whole process, for it is the process that crashes. */
let references = 0

const counted = (handle: EsGitRepository): EsGitRepository => ({
  revparseSingle: (revision) => handle.revparseSingle(revision),
  getReference: (name) => {
    const found = handle.getReference(name)
    references += 1
    return found
  }
})

/** How opening went; no handle where es-git could not. */
interface Tried {
  readonly handle: Option.Option<EsGitRepository>
  readonly repository: Repository
  /** What {@link stateOf} said before it was opened. */
  readonly state: string
}

/** What es-git reads only when it opens a repository, as far as it matters: format and extensions, borrowed objects. */
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

/** A repository by es-git, opened when it pays and kept open; opened anew when its configuration changed. */
interface EsGitHandle {
  /** Asks es-git, and git where es-git is not there, fails, or has a doubt. */
  first<A, E>(
    ask: (handle: EsGitRepository, repository: Repository) => Option.Option<A>,
    careful: Effect.Effect<A, E>
  ): Effect.Effect<A, E>
}

/** The repository that git opened, and none where es-git is not here or has another opinion of it. */
const openHandle = Effect.fnUntraced(
  function* (load: Load, { gitDirectory, objectFormat }: Repository) {
    if (objectFormat !== "sha1") return Option.none<EsGitRepository>()
    const library = yield* Effect.tryPromise(load)
    const handle = yield* Effect.tryPromise(() => library.openRepository(gitDirectory, { noSearch: true }))
    const place = yield* Effect.tryPromise(() => realpath(handle.path()))
    return place === gitDirectory ? Option.some(counted(handle)) : Option.none<EsGitRepository>()
  },
  Effect.catch((error) => Effect.as(Effect.logDebug("Git without es-git", error), Option.none<EsGitRepository>()))
)

/** Makes the handle; nothing is loaded yet. `git` says where the repository is, and whether it may be read at all. */
export const makeEsGitHandle = Effect.fnUntraced(function* (git: Git["Service"], use: EsGitLoadPolicy) {
  const load = yield* EsGitLibrary
  const scope = yield* Effect.scope
  const turn = yield* Semaphore.make(1)
  let last: Tried | undefined
  let calls = 0

  const tried = (): Tried | undefined =>
    last !== undefined && stateOf(last.repository) === last.state ? last : undefined

  const open = Effect.gen(function* () {
    if (tried() !== undefined) return
    const repository = yield* git.repository
    const state = stateOf(repository)
    last = { handle: yield* openHandle(load, repository), repository, state }
  }).pipe(Effect.ignore)

  const prepare = Effect.suspend(() => {
    calls += 1
    if (use === "eager") return turn.withPermits(1)(open)
    const pays = use === "deferred" && calls >= callsThatPay
    return pays ? Effect.asVoid(Effect.forkIn(turn.withPermitsIfAvailable(1)(open), scope)) : Effect.void
  })

  const esGitHandle: EsGitHandle = {
    first: (ask, careful) => {
      const attempt = Option.liftThrowable(({ handle, repository }: Tried) =>
        Option.flatMap(handle, (at) => ask(at, repository))
      )
      const answer = (at: Tried | undefined) =>
        at === undefined || references >= mostReferences
          ? careful
          : Option.match(Option.flatten(attempt(at)), { onNone: () => careful, onSome: Effect.succeed })
      return Effect.suspend(() => {
        const known = tried()
        return known === undefined ? Effect.flatMap(prepare, () => answer(tried())) : answer(known)
      })
    }
  }
  return esGitHandle
})
