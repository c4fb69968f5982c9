import { Effect } from "effect"
import { IndexFile } from "./IndexFile.ts"
import { type InputOf, type RequestName, makeHandlers } from "./requests.ts"

/** Makes an `IndexReader` that runs requests on the calling thread. */
export const makeLocalReader = Effect.map(IndexFile, (file) => {
  const handlers = makeHandlers()
  const request = <Name extends RequestName>(name: Name, input: InputOf<Name>) =>
    Effect.flatMap(
      file.read((connection, version) => handlers[name](input, { connection, version })),
      Effect.fromResult
    )
  return { request }
})
