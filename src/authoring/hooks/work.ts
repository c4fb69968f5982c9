import { Effect } from "effect"
import type { QueuedEvent } from "./queue.ts"

/** Does what an event asks for and says it in a few words. Doing it twice changes nothing. */
export const workOf = (event: QueuedEvent) => Effect.succeed(`${event.hook}: nothing to do`)
