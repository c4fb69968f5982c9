import { Effect } from "effect"
import { makeThreadReader } from "../../store/database/threadReader.ts"
import { codeDatabasePath } from "../indexing/codeDatabase.ts"
import { CodeError } from "../model/CodeError.ts"
import type { Requests } from "./requests.ts"

/** The worker script: `code-reader.js` next to the built program, or the source file. */
const script = new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./code-reader.js", import.meta.url)
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 }

/** Reads the code index on a thread, which starts with the first question. */
export const makeCodeReader = Effect.flatMap(codeDatabasePath, (path) =>
  makeThreadReader<Requests, CodeError>({
    path,
    script,
    resourceLimits,
    error: CodeError,
    idleTimeToLive: "10 minutes"
  })
)
