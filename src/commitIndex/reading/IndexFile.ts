import { Context, Effect, Layer } from "effect"
import type { SqlError } from "../../adapters/sql/SqlError.ts"
import type { Snapshot } from "../../store/database/Snapshot.ts"
import type { CommitsError } from "../model/CommitsError.ts"

/** Read-only access to the index file. Opens it on first use, and again if the file is replaced. */
export class IndexFile extends Context.Service<
  IndexFile,
  {
    /**
     * Runs `work` in one read transaction. Fails with `IndexMissing` if there is no file.
     */
    read<A>(work: (snapshot: Snapshot) => A): Effect.Effect<A, CommitsError | SqlError>
  }
>()("ultragit/commitIndex/reading/IndexFile") {
  static readonly layer = Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./openIndex.ts")),
      ({ makeIndexFile }) => Layer.effect(IndexFile, makeIndexFile)
    )
  )
}
