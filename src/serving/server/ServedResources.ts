import { Effect, type Layer } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import { GitCaller } from "../../adapters/git/GitCaller.ts"
import { OpenRepositories } from "../../openRepositories/OpenRepositories.ts"
import type {
  DeclaredResources,
  ResourceListing,
  ResourcePrograms,
  ResourceTemplate
} from "../../toolsets/tool/Toolset.ts"

/** Reads and completes the resources of a toolset, for the repository in a directory. */
export interface ResourceCaller {
  /** The content as data; undefined if there is no such resource. */
  read(directory: string, uri: string): Effect.Effect<unknown, Failure>
  complete(directory: string, uriTemplate: string, value: string): Effect.Effect<ReadonlyArray<string>, Failure>
}

/** The resources of a toolset that a server can open. */
export interface ServedResources {
  readonly list: ReadonlyArray<ResourceListing>
  readonly templates: ReadonlyArray<ResourceTemplate>
  /** The first call in a repository builds the layer of the toolset there, unless a tool has. */
  readonly open: Effect.Effect<ResourceCaller, never, OpenRepositories>
}

/** Prepares declared resources for serving. */
export const servedResources = <R>(
  { list, load, templates }: DeclaredResources<R>,
  layer: Layer.Layer<R, Failure, OpenRepositories>
): ServedResources => ({
  list,
  templates,
  open: Effect.map(OpenRepositories, (repositories) => {
    const services = repositories.services(layer)
    const withPrograms = Effect.fnUntraced(
      function* <A>(directory: string, use: (programs: ResourcePrograms<R>) => Effect.Effect<A, Failure, R>) {
        const programs = yield* Effect.promise(load)
        return yield* Effect.provideContext(use(programs), yield* services(directory))
      },
      Effect.scoped,
      Effect.provideService(GitCaller, {})
    )
    return {
      read: (directory, uri) => withPrograms<unknown>(directory, (programs) => programs.read(uri) ?? Effect.undefined),
      complete: (directory, uriTemplate, value) =>
        withPrograms(directory, (programs) => programs.complete(uriTemplate, value))
    }
  })
})
