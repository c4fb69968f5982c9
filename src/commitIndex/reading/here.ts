import { Effect, Layer } from "effect"
import { IndexFile } from "../IndexFile.ts"
import { IndexReader } from "../IndexReader.ts"
import { type InputOf, type LookupName, makeLookups } from "./lookups.ts"

const make = Effect.map(IndexFile, (file) => {
  const lookups = makeLookups()
  const look = <Name extends LookupName>(name: Name, input: InputOf<Name>) =>
    Effect.flatMap(
      file.read((connection, moment) => lookups[name](input, { connection, moment })),
      Effect.fromResult
    )
  return IndexReader.of({ look })
})

export const layer = Layer.effect(IndexReader, make).pipe(Layer.provide(IndexFile.layer))
