import { homedir } from "node:os"
import { resolve } from "node:path"
import { platform } from "node:process"
import { Context, Effect, Layer } from "effect"
import { GitEnvironment } from "../adapters/git/GitEnvironment.ts"
import type { Connection } from "../adapters/sql/Connection.ts"
import type { SqlError } from "../adapters/sql/SqlError.ts"
import type { CommitsError } from "./CommitsError.ts"
import { indexPath } from "./indexPath.ts"

/** The file of the index as a flag names it; empty: as environment and platform say. Read when the layer is built. */
export const IndexPath = Context.Reference<string>("ultragit/commitIndex/IndexPath", { defaultValue: () => "" })

/** Absolute path of the index. */
export const currentIndexPath = Effect.gen(function* () {
  const given = yield* IndexPath
  const environment = yield* GitEnvironment
  return resolve(given === "" ? indexPath({ environment, platform, home: homedir() }) : given)
})

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
>()("ultragit/commitIndex/IndexFile") {
  static readonly layer = Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./reading/openIndex.ts")),
      ({ layer }) => layer
    )
  )
}
