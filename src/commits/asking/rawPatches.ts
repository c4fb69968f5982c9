import { zstdDecompressSync } from "node:zlib"
import { Effect, Layer, Result } from "effect"
import type { Connection } from "../../sql/Database.ts"
import { CommitsError, RepositoryUnknown } from "../CommitsError.ts"
import { IndexFile } from "../IndexFile.ts"
import { inRepository } from "../inRepository.ts"
import { leftOut } from "../leftOut.ts"
import { filesOf } from "../patchText.ts"
import { type PatchName, RawPatches } from "../RawPatches.ts"
import { Sources } from "../Sources.ts"
import { findRegistration } from "../store/registrations.ts"
import { patchStates } from "../store/schema.ts"
import { commitNamed } from "./commit.ts"
import { repositoryPatch } from "./repositoryPatch.ts"

const lookUp = (connection: Connection, { repo, sha }: PatchName) => {
  const registration = findRegistration(connection, repo)
  if (registration === undefined) {
    return Result.fail(new CommitsError({ reason: new RepositoryUnknown({ names: [repo], known: [] }) }))
  }
  return Result.map(commitNamed(connection, registration, sha), (named) => {
    const row = connection.get(`SELECT compressed FROM patches WHERE "commit" = ?`, named.id)
    return { registration, named, kept: row === undefined ? undefined : zstdDecompressSync(row.bytes("compressed")) }
  })
}

const make = Effect.gen(function* () {
  const file = yield* IndexFile
  const sources = yield* Sources

  const bytes = Effect.fn("RawPatches.bytes")(function* (name: PatchName) {
    const found = yield* Effect.fromResult(yield* file.read((connection) => lookUp(connection, name)))
    const { kept, named, registration } = found
    const isLeftOut = leftOut(registration.selection.exclude)
    const whole =
      kept ??
      (yield* repositoryPatch({ registration, sha: named.sha, isMerge: named.patchState === patchStates.merge }).pipe(
        inRepository(registration.directory),
        Effect.provideService(Sources, sources)
      ))
    const files = filesOf(Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength)).filter(
      ({ path }) => !isLeftOut(path)
    )
    return Buffer.concat(files.flatMap((one) => (name.path === undefined || one.path === name.path ? [one.bytes] : [])))
  })
  return RawPatches.of({ bytes })
})

export const layer = Layer.effect(RawPatches, make).pipe(Layer.provide(IndexFile.layer))
