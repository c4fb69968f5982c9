import { Result } from "effect"
import type { RequestType } from "../../adapters/threads/requests.ts"
import { SqlError } from "../../adapters/sql/SqlError.ts"
import type { Handlers } from "../../store/database/RequestReader.ts"
import type { FileIndexQuestion, IndexedCommit, IndexedPlace, IndexOutcome } from "./answers.ts"
import { makeFindFiles } from "./findFiles.ts"

/** The queries to the index, as a worker thread can run them. */
export interface ReadRequests {
  /** Finds files at each place of a question. */
  readonly find: RequestType<FileIndexQuestion, ReadonlyArray<IndexedPlace>>
}

/** The work of the thread that writes the index. */
export interface UpdateRequests {
  readonly update: RequestType<ReadonlyArray<IndexedCommit>, IndexOutcome>
}

/** Every failure is one of the database. */
export const indexError = SqlError

/** Makes the handlers of the queries, with their cache. */
export const makeHandlers = (): Handlers<ReadRequests, SqlError> => {
  const find = makeFindFiles()
  return { find: (question, snapshot) => Result.succeed(find(question, snapshot)) }
}
