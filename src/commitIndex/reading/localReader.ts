import { Effect } from "effect"
import { makeLocalReader } from "../../store/database/localReader.ts"
import type { CommitsError } from "../model/CommitsError.ts"
import { currentIndexPath } from "../model/indexPath.ts"
import { indexFormat } from "../store/schema.ts"
import { makeHandlers, type Requests } from "./requests.ts"

/** Makes the reader of `IndexReader.layer`. */
export const openHere = Effect.flatMap(currentIndexPath, (path) =>
  makeLocalReader<Requests, CommitsError>({ path, format: indexFormat }, makeHandlers())
)
