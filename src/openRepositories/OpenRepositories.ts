import { resolve } from "node:path"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { GitDirectory } from "../adapters/git/Git.ts"
import { type Place, buildOnce } from "./buildOnce.ts"
import { identifyRepository } from "./identifyRepository.ts"

/**
 * Maximum number of open repositories, each with its caches and up to two git processes. Those in use stay open beyond
 * it. Read when the layer is built.
 */
export const MaxOpenRepositories = Context.Reference<number>("ultragit/openRepositories/MaxOpenRepositories", {
  defaultValue: () => 32
})

/** An open repository. */
interface OpenRepository extends Place<OpenRepositories> {
  readonly scope: Scope.Closeable
  /** When it was opened. */
  readonly identity: string
  users: number
}

/** An empty directory is a key of its own: git finds that repository from the environment. */
const toKey = (directory: string): string => (directory === "" ? "" : resolve(directory))

const make = Effect.gen(function* () {
  const maxOpen = yield* MaxOpenRepositories
  const scope = Scope.forkUnsafe(yield* Effect.scope, "parallel")
  const outer = yield* Effect.context()
  /** Least recently used first. */
  const entries = new Map<string, OpenRepository>()

  const open = (key: string, identity: string): OpenRepository => ({
    identity,
    // A memo map of its own: a shared one would return the services of another repository.
    memoMap: Layer.makeMemoMapUnsafe(),
    scope: Scope.forkUnsafe(scope),
    context: Context.add(context, GitDirectory, key),
    users: 0
  })

  /** Does not wait for git processes and writes to end. */
  const close = (entry: OpenRepository) =>
    Effect.forkIn(Effect.uninterruptible(Scope.close(entry.scope, Exit.void)), scope)

  /** Closes unused repositories beyond the limit. */
  const closeSurplus = Effect.suspend(() => {
    const unused = [...entries].filter(([, { users }]) => users === 0)
    const surplus = unused.slice(0, Math.max(0, entries.size - maxOpen))
    for (const [key] of surplus) entries.delete(key)
    return Effect.forEach(surplus, ([, entry]) => close(entry), { discard: true })
  })

  const start = (key: string) =>
    Effect.suspend(() => {
      const identity = identifyRepository(resolve(key))
      const known = entries.get(key)
      const entry = known?.identity === identity ? known : open(key, identity)
      entries.delete(key)
      entries.set(key, entry)
      entry.users += 1
      const replaced = known !== undefined && known !== entry && known.users === 0
      return Effect.as(replaced ? close(known) : Effect.void, entry)
    })

  const end = (key: string, entry: OpenRepository) =>
    Effect.suspend(() => {
      entry.users -= 1
      const replaced = entry.users === 0 && entries.get(key) !== entry
      return replaced ? close(entry) : closeSurplus
    })

  const use = Effect.fnUntraced(function* (directory: string) {
    const key = toKey(directory)
    const entry = yield* Effect.acquireRelease(start(key), (used) => end(key, used))
    yield* closeSurplus
    return entry
  })

  const repositories: OpenRepositories["Service"] = {
    services: (layer) => {
      const build = buildOnce(layer)
      return (directory) => Effect.flatMap(use(directory), build)
    },
    keepOpen: (directory) => Effect.asVoid(use(directory)),
    directories: Effect.sync(() => [...entries.keys()]),
    get shared() {
      return shared
    }
  }
  const context = Context.add(outer, OpenRepositories, repositories)
  const shared: Place<OpenRepositories> = { memoMap: Layer.makeMemoMapUnsafe(), scope, context }
  return repositories
})

/**
 * The repositories that this process has open, by directory. Each has services of its own, which end with it; a failure of
 * one does not reach the others. Opens a repository on first use, and again when another takes its place; closes the least
 * recently used ones beyond {@link MaxOpenRepositories}.
 */
export class OpenRepositories extends Context.Service<
  OpenRepositories,
  {
    /**
     * Prepares a layer. The returned function opens the repository at a directory until the scope closes, and returns the
     * services of the layer there. The first use builds it, in the background, so that interrupting a call does not stop
     * the build; after a failure, the next use builds it again. Layers share what they have in common.
     */
    services<A, E>(
      layer: Layer.Layer<A, E, OpenRepositories>
    ): (directory: string) => Effect.Effect<Context.Context<A>, E, Scope.Scope>
    /** Keeps the repository at a directory open until the scope closes. Starts nothing. */
    keepOpen(directory: string): Effect.Effect<void, never, Scope.Scope>
    /** The directories of the open repositories, least recently used first. */
    readonly directories: Effect.Effect<ReadonlyArray<string>>
    /** Where services are built that all repositories share. */
    readonly shared: Place<OpenRepositories>
  }
>()("ultragit/openRepositories/OpenRepositories") {
  static readonly layer = Layer.effect(OpenRepositories, make)
}

/** Builds a layer once for all repositories, when one of them first needs it. */
export const forAllRepositories = <A, E>(
  layer: Layer.Layer<A, E, OpenRepositories>
): Layer.Layer<A, E, OpenRepositories> => {
  const build = buildOnce(layer)
  return Layer.effectContext(Effect.flatMap(OpenRepositories, ({ shared }) => build(shared)))
}
