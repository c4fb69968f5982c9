import { Effect } from "effect"
import { makeLocalReader } from "../../store/database/localReader.ts"
import { codeDatabasePath } from "../indexing/codeDatabase.ts"
import { codeFormat } from "../store/schema.ts"
import { makeHandlers } from "./requests.ts"

/** Reads the code index on the calling thread. */
export const makeCodeReader = Effect.flatMap(codeDatabasePath, (path) =>
  makeLocalReader({ path, format: codeFormat }, makeHandlers())
)
