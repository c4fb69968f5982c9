/** Reader thread for the code index at the path in its argument. */
import { Effect } from "effect"
import { serveReader } from "../../store/database/localReader.ts"
import { CodeError } from "../model/CodeError.ts"
import { codeFormat } from "../store/schema.ts"
import { makeHandlers } from "./requests.ts"

Effect.runFork(serveReader({ format: codeFormat, handlers: makeHandlers(), error: CodeError }))
