import { Effect } from "effect"
import { makeThreadReader } from "../../store/database/threadReader.ts"
import { CommitsError } from "../model/CommitsError.ts"
import { currentIndexPath } from "../model/indexPath.ts"
import type { Requests } from "./requests.ts"

/** The worker script: `index-reader.js` next to the built program, or the source file. */
const script = new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./index-reader.js", import.meta.url)

/** Heap limits; the largest structure is the commit graph of a repository. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 }

/** Makes the reader of `IndexReader.layerApart`. */
export const openApart = Effect.flatMap(currentIndexPath, (path) =>
  makeThreadReader<Requests, CommitsError>({
    path,
    script,
    resourceLimits,
    error: CommitsError,
    idleTimeToLive: "10 minutes"
  })
)
