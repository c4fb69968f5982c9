import { Context, type Layer } from "effect"
import type { Git } from "../../adapters/git/Git.ts"
import type { Notes } from "../../notes/Notes.ts"

/** How to ask repositories anywhere: given by the wiring, opened for each repository of the index by its directory. */
export class Sources extends Context.Service<
  Sources,
  {
    /** Git and the notes of the repository at a directory. */
    at(directory: string): Layer.Layer<Git | Notes>
  }
>()("ultragit/commitIndex/model/Sources") {}
