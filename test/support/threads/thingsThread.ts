/** A reader thread of the database of things. */
import { Effect } from "effect"
import { serveReader } from "../../../src/store/database/localReader.ts"
import { makeThingHandlers, ThingMissing, thingsFormat } from "./things.ts"

Effect.runFork(serveReader({ format: thingsFormat, handlers: makeThingHandlers(), error: ThingMissing }))
