import { Effect } from "effect"
import type { PatchInput } from "../model/queries.ts"
import { IndexFile } from "../reading/IndexFile.ts"
import { inRepository } from "../model/inRepository.ts"
import { Sources } from "../model/Sources.ts"
import { checkPart } from "../lookups/checks.ts"
import { cutOf, findPatch, type WholePatch } from "../lookups/patch.ts"
import { repositoryPatch } from "./repositoryPatch.ts"

/** `RawPatches` over the index and the repositories it names. */
export const makeRawPatches = Effect.gen(function* () {
  const file = yield* IndexFile
  const sources = yield* Sources

  const part = Effect.fn("RawPatches.part")(function* (input: PatchInput) {
    yield* checkPart(input)
    const most = input.max_bytes ?? Number.POSITIVE_INFINITY
    const found = yield* Effect.fromResult(yield* file.read((connection) => findPatch(connection, input)))
    if (!("_tag" in found)) return yield* Effect.fromResult(cutOf(found, most))
    const { directory, name: repo, selection } = found.registration
    const bytes = yield* repositoryPatch(found).pipe(inRepository(directory), Effect.provideService(Sources, sources))
    const whole: WholePatch = { repo, sha: found.sha, bytes, part: input, exclude: selection.exclude }
    return yield* Effect.fromResult(cutOf(whole, most))
  })
  return { part }
})
