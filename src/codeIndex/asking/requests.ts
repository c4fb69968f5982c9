import { Result } from "effect"
import type { RequestType } from "../../adapters/threads/requests.ts"
import type { Handlers } from "../../store/database/RequestReader.ts"
import type { Snapshot } from "../../store/database/Snapshot.ts"
import type { CallersAnswer, OutlineAnswer, SearchAnswer, SymbolAnswer } from "../model/answers.ts"
import type { CodeError } from "../model/CodeError.ts"
import type { CallersQuestion, SymbolQuestion } from "../model/inputs.ts"
import { complete, type Completion } from "./complete.ts"
import { findCallers } from "./callers.ts"
import { symbolUnknown } from "./definitions.ts"
import { readOutline } from "./outline.ts"
import { search, type SearchQuestion } from "./search.ts"
import { findView } from "./state.ts"
import { readStatus, type ViewStatus } from "./status.ts"
import { findSymbol } from "./symbol.ts"
import { makeViewFiles } from "./viewFiles.ts"

/** A question about a view, by the view's name. */
interface InView<Question> {
  readonly view: string
  readonly question: Question
}

/** The queries to the code index, as a thread can run them. */
export interface Requests {
  readonly search: RequestType<SearchQuestion, SearchAnswer>
  readonly symbol: RequestType<InView<SymbolQuestion>, SymbolAnswer>
  readonly callers: RequestType<InView<CallersQuestion>, CallersAnswer>
  readonly outline: RequestType<InView<string>, OutlineAnswer>
  /** Paths, or names of definitions, that begin with a text. */
  readonly complete: RequestType<InView<Completion>, ReadonlyArray<string>>
  /** By the view's name. */
  readonly status: RequestType<string, ViewStatus>
}

const inView =
  <Question extends { readonly name: string }, Answer>(
    answer: (connection: Snapshot["connection"], view: number, question: Question) => Result.Result<Answer, CodeError>
  ) =>
  ({ question, view: name }: InView<Question>, { connection }: Snapshot): Result.Result<Answer, CodeError> => {
    const view = findView(connection, name)
    return view === undefined
      ? Result.fail(symbolUnknown(connection, -1, question.name))
      : answer(connection, view, question)
  }

/** Makes the handlers, which keep the files of the view last asked about. */
export const makeHandlers = (): Handlers<Requests, CodeError> => {
  const viewFiles = makeViewFiles()
  return {
    search: (question, snapshot) => {
      const view = findView(snapshot.connection, question.view)
      return search(snapshot, view, view === undefined ? [] : viewFiles(snapshot, view), question)
    },
    symbol: inView(findSymbol),
    callers: inView(findCallers),
    complete: ({ question, view: name }, { connection }) =>
      Result.succeed(complete(connection, findView(connection, name), question)),
    outline: ({ question: path, view: name }, { connection }) => {
      const view = findView(connection, name)
      return readOutline(connection, view, path)
    },
    status: (name, { connection }) => Result.succeed(readStatus(connection, findView(connection, name)))
  }
}
