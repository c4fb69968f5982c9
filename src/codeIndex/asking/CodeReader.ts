import { Context, Effect, Layer } from "effect"
import { makeLocalReader } from "../../store/database/localReader.ts"
import type { RequestReader } from "../../store/database/RequestReader.ts"
import { makeThreadReader } from "../../store/database/threadReader.ts"
import { codeDatabasePath } from "../indexing/codeDatabase.ts"
import { CodeError } from "../model/CodeError.ts"
import { codeFormat } from "../store/schema.ts"
import { makeHandlers, type Requests } from "./requests.ts"

/** The worker script: `code-reader.js` next to the built program, or the source file. */
const script = new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./code-reader.js", import.meta.url)
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 }

/** Reads the code index of the repository. Every call fails as opening does, if its folder cannot be used. */
export class CodeReader extends Context.Service<CodeReader, RequestReader<Requests, CodeError>>()(
  "ultragit/codeIndex/asking/CodeReader"
) {
  /** Reads on the calling thread. */
  static readonly layer = Layer.effect(
    CodeReader,
    Effect.flatMap(codeDatabasePath, (path) => makeLocalReader({ path, format: codeFormat }, makeHandlers()))
  )

  /** Reads on a thread, which starts with the first question. */
  static readonly layerApart = Layer.effect(
    CodeReader,
    Effect.flatMap(codeDatabasePath, (path) =>
      makeThreadReader<Requests, CodeError>({
        path,
        script,
        resourceLimits,
        error: CodeError,
        idleTimeToLive: "10 minutes"
      })
    )
  )
}
