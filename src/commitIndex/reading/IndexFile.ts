import { Context, Effect, Layer } from "effect"
import type { Connection } from "../../adapters/sql/Connection.ts"
import type { SqlError } from "../../adapters/sql/SqlError.ts"
import type { CommitsError } from "../model/CommitsError.ts"

/** The index as those see it who only read it: opened at first need, and again where another file took its place. */
export class IndexFile extends Context.Service<
  IndexFile,
  {
    /**
     * Runs work that reads, all of it at one moment; where the moment's name is the same, so is what the file holds.
     * Fails with `IndexMissing` as long as there is no file.
     */
    read<A>(work: (connection: Connection, moment: string) => A): Effect.Effect<A, CommitsError | SqlError>
  }
>()("ultragit/commitIndex/reading/IndexFile") {
  static readonly layer = Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./openIndex.ts")),
      ({ makeIndexFile }) => Layer.effect(IndexFile, makeIndexFile)
    )
  )
}
