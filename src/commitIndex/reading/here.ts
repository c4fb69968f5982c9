import { Effect } from "effect"
import { IndexFile } from "./IndexFile.ts"
import { type InputOf, type LookupName, makeLookups } from "./lookups.ts"

/** `IndexReader` on the calling thread, for callers that may block. */
export const makeReader = Effect.map(IndexFile, (file) => {
  const lookups = makeLookups()
  const look = <Name extends LookupName>(name: Name, input: InputOf<Name>) =>
    Effect.flatMap(
      file.read((connection, moment) => lookups[name](input, { connection, moment })),
      Effect.fromResult
    )
  return { look }
})
