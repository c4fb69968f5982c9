import { Effect } from "effect"
import type { PatchInput } from "../model/inputs.ts"
import { IndexFile } from "../reading/IndexFile.ts"
import { inRepository } from "../model/inRepository.ts"
import { Sources } from "../model/Sources.ts"
import { checkPatchRange } from "../queries/checks.ts"
import { cutPatch, findPatch, type WholePatch } from "../queries/patch.ts"
import { readRepositoryPatch } from "./readRepositoryPatch.ts"

/** Makes `RawPatches`, which reads the index and, for patches it does not store, the repositories. */
export const makeRawPatches = Effect.gen(function* () {
  const file = yield* IndexFile
  const sources = yield* Sources

  const part = Effect.fn("RawPatches.part")(function* (input: PatchInput) {
    yield* checkPatchRange(input)
    const maxBytes = input.max_bytes ?? Number.POSITIVE_INFINITY
    const found = yield* Effect.fromResult(yield* file.read(({ connection }) => findPatch(connection, input)))
    if (!("_tag" in found)) return yield* Effect.fromResult(cutPatch(found, maxBytes))
    const { directory, name: repo, selection } = found.registration
    const bytes = yield* readRepositoryPatch(found).pipe(
      inRepository(directory),
      Effect.provideService(Sources, sources)
    )
    const whole: WholePatch = { repo, sha: found.sha, bytes, part: input, exclude: selection.exclude }
    return yield* Effect.fromResult(cutPatch(whole, maxBytes))
  })
  return { part }
})
