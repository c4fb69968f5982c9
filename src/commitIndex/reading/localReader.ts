import { Effect } from "effect"
import { IndexFile } from "./IndexFile.ts"
import { type InputOf, type RequestName, makeHandlers } from "./requests.ts"

/** `IndexReader` on the calling thread, for callers that may block. */
export const makeLocalReader = Effect.map(IndexFile, (file) => {
  const lookups = makeHandlers()
  const look = <Name extends RequestName>(name: Name, input: InputOf<Name>) =>
    Effect.flatMap(
      file.read((connection, moment) => lookups[name](input, { connection, moment })),
      Effect.fromResult
    )
  return { look }
})
