import { Context, type Layer } from "effect"
import type { Git } from "../../adapters/git/Git.ts"
import type { Notes } from "../../notes/Notes.ts"

/** Opens git and the notes of any repository by its directory. The caller that wires the index provides it. */
export class Sources extends Context.Service<
  Sources,
  {
    /** Returns the layer of git and notes for the repository at a directory. */
    at(directory: string): Layer.Layer<Git | Notes>
  }
>()("ultragit/commitIndex/model/Sources") {}
