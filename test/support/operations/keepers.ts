import { Effect } from "effect"
import type { Keeping } from "./Place.ts"

const ref = "refs/notes/ultragit"
const nothing = Effect.void

/** Git as its manual says to configure it, and what its user can do by hand with `git notes`. */
export const gitAlone: Keeping = {
  keeper: "git",
  setUp: (repository) => Effect.asVoid(repository.git(["config", "notes.rewriteRef", ref])),
  say: (repository, commit, note) =>
    Effect.asVoid(repository.git(["notes", `--ref=${ref}`, "append", "-m", JSON.stringify(note), commit])),
  map: () => nothing,
  squashed: () => nothing,
  settle: () => nothing
}
