/** Reader thread for the index of files at the path in its argument. */
import { Effect } from "effect"
import { serveReader } from "../../store/database/localReader.ts"
import { indexError, makeHandlers } from "./requests.ts"
import { fileIndexFormat } from "./schema.ts"

Effect.runFork(serveReader({ format: fileIndexFormat, handlers: makeHandlers(), error: indexError }))
