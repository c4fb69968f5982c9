/** Reader thread for the index at the path in its argument. */
import { Effect } from "effect"
import { serveReader } from "../../store/database/localReader.ts"
import { CommitsError } from "../model/CommitsError.ts"
import { indexFormat } from "../store/schema.ts"
import { makeHandlers } from "./requests.ts"

Effect.runFork(serveReader({ format: indexFormat, handlers: makeHandlers(), error: CommitsError }))
