import type { Effect } from "effect"
import type { GitError } from "../../adapters/git/GitError.ts"
import type { SqlError } from "../../adapters/sql/SqlError.ts"
import type { CodeError } from "../model/CodeError.ts"
import type { Reconciled } from "./reconcile.ts"

/** Every expected failure of bringing the index up to date. */
export type IndexingError = CodeError | SqlError | GitError

/** Brings a code index up to date. */
export interface Reconciler {
  /** Brings the view of the work tree up to date. `force`: forgets what is indexed first. */
  reconcile(force: boolean): Effect.Effect<Reconciled, IndexingError>
  /** Indexes the files below a folder, by its absolute path, as a view of this name that ends with the folder. */
  reconcileFolder(root: string): Effect.Effect<Reconciled, IndexingError>
}
