import { Effect } from "effect"
import { makeDatabaseReader } from "../../store/database/DatabaseReader.ts"
import type { Snapshot } from "../../store/database/Snapshot.ts"
import { currentIndexPath } from "../model/indexPath.ts"
import { indexFormat } from "../store/schema.ts"
import { failWithIndexMissing } from "./failWithIndexMissing.ts"

/** Makes `IndexFile` for the current index path. */
export const makeIndexFile = Effect.gen(function* () {
  const path = yield* currentIndexPath
  const reader = yield* makeDatabaseReader({ path, format: indexFormat })
  return { read: <A>(work: (snapshot: Snapshot) => A) => failWithIndexMissing(reader.read(work)) }
})
