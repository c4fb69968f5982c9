import { Context, Effect, Layer } from "effect"
import type { Git } from "../../adapters/git/Git.ts"
import type { Notes } from "../../notes/Notes.ts"
import { OpenRepositories } from "../../openRepositories/OpenRepositories.ts"

/** Opens git and the notes of any repository by its directory. The caller that wires the index provides it. */
export class Sources extends Context.Service<
  Sources,
  {
    /** Returns the layer of git and notes for the repository at a directory. */
    at(directory: string): Layer.Layer<Git | Notes>
  }
>()("ultragit/commitIndex/model/Sources") {}

/** Makes `Sources` of the open repositories, with the layer of git and notes of one. */
export const makeSources = (
  layer: Layer.Layer<Git | Notes, never, OpenRepositories>
): Layer.Layer<Sources, never, OpenRepositories> =>
  Layer.effect(
    Sources,
    Effect.map(OpenRepositories, (repositories) => {
      const services = repositories.services(layer)
      return Sources.of({ at: (directory) => Layer.effectContext(services(directory)) })
    })
  )
