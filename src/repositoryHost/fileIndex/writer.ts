/** The thread that brings the index of files at the path in its argument up to date, so that a server goes on answering. */
import { argv } from "node:process"
import { Effect } from "effect"
import { BareGit } from "../../adapters/git/bare/BareGit.ts"
import type { SqlError } from "../../adapters/sql/SqlError.ts"
import { answerRequests } from "../../adapters/threads/answerRequests.ts"
import { indexError, type UpdateRequests } from "./requests.ts"
import { updateIndex } from "./update.ts"

const [, , path = ""] = argv

const serve = answerRequests<UpdateRequests, SqlError, BareGit>(indexError, (_, commits) =>
  updateIndex(path, commits)
).pipe(Effect.provide(BareGit.layer), Effect.scoped)

Effect.runFork(serve)
