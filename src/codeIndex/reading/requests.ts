import { Result } from "effect"
import type { RequestType } from "../../adapters/threads/requests.ts"
import type { Handlers } from "../../store/database/RequestReader.ts"
import type { Snapshot } from "../../store/database/Snapshot.ts"
import type { CallersAnswer, IndexState, OutlineAnswer, SearchAnswer, SymbolAnswer } from "../model/answers.ts"
import type { CodeError } from "../model/CodeError.ts"
import type { ArchitectureAnswer, GraphQueryAnswer, TraceAnswer } from "../model/graphAnswers.ts"
import type { GraphQueryInput, ImpactInput, TraceInput } from "../model/graphInputs.ts"
import type { CallersQuestion, SymbolQuestion } from "../model/inputs.ts"
import { makeArchitecture } from "../graph/architecture.ts"
import { type DescribedState, describeState } from "../graph/describeState.ts"
import { type FileComplexity, readComplexities, readRelatedFiles } from "../graph/files.ts"
import { analyzeImpact, type FoundImpact } from "../graph/impact.ts"
import { queryGraph } from "../graph/query.ts"
import { traceDependencies } from "../graph/trace.ts"
import { complete, type Completion } from "../asking/complete.ts"
import { findCallers } from "../asking/callers.ts"
import { symbolUnknown } from "../asking/similar.ts"
import { readOutline } from "../asking/outline.ts"
import { search, type SearchQuestion } from "../asking/search.ts"
import { openFiles } from "../views/projectFiles.ts"
import { makeIsForeign } from "../detecting/makeIsForeign.ts"
import { detect, type DetectInput, type DetectOutput } from "../detecting/detect.ts"
import { findView, readState } from "../asking/state.ts"
import { readStatus, type ViewStatus } from "../asking/status.ts"
import { findSymbol } from "../asking/symbol.ts"
import { makeViewFiles, noFiles } from "../asking/viewFiles.ts"

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
  readonly graph: RequestType<InView<GraphQueryInput>, GraphQueryAnswer>
  readonly trace: RequestType<InView<TraceInput>, TraceAnswer>
  readonly impact: RequestType<InView<ImpactInput>, FoundImpact>
  /** By the absolute path of the project. */
  readonly architecture: RequestType<InView<string>, ArchitectureAnswer>
  /** What detectors find. */
  readonly detect: RequestType<InView<Pick<DetectInput, "others"> & { readonly root: string }>, DetectOutput>
  /** By the view's name. */
  readonly complexities: RequestType<string, ReadonlyArray<FileComplexity>>
  /** Paths of the files that refer to a file, or that it refers to. */
  readonly relatedFiles: RequestType<InView<string>, ReadonlyArray<string>>
  /** The state of a view, by its name. */
  readonly state: RequestType<string, DescribedState>
  /** By the view's name. */
  readonly status: RequestType<string, ViewStatus>
  /** How many files of a view are known, by its name. Costs less than its state or status. */
  readonly counts: RequestType<string, IndexState>
}

/** Row id that no view has. */
const noView = -1

const inView =
  <Question extends { readonly name: string }, Answer>(
    answer: (connection: Snapshot["connection"], view: number, question: Question) => Result.Result<Answer, CodeError>
  ) =>
  ({ question, view: name }: InView<Question>, { connection }: Snapshot): Result.Result<Answer, CodeError> => {
    const view = findView(connection, name)
    return view === undefined
      ? Result.fail(symbolUnknown(connection, noView, question.name))
      : answer(connection, view, question)
  }

/** Asks about a view of the graph; one that was never indexed is empty. */
const inGraph =
  <Question, Answer>(
    answer: (connection: Snapshot["connection"], view: number, question: Question) => Result.Result<Answer, CodeError>
  ) =>
  ({ question, view }: InView<Question>, { connection }: Snapshot): Result.Result<Answer, CodeError> =>
    answer(connection, findView(connection, view) ?? noView, question)

/** Makes the handlers, which keep the files of the view last asked about. */
export const makeHandlers = (): Handlers<Requests, CodeError> => {
  const viewFiles = makeViewFiles()
  const describeArchitecture = makeArchitecture(makeIsForeign)
  return {
    search: (question, snapshot) => {
      const view = findView(snapshot.connection, question.view)
      const files = view === undefined ? noFiles : viewFiles(snapshot, view)
      return search(snapshot, view, files, {
        ...question,
        readText: view === undefined ? () => undefined : openFiles(snapshot.connection, view, question.root).readText
      })
    },
    symbol: inView(findSymbol),
    callers: inView(findCallers),
    graph: inGraph(queryGraph),
    trace: inGraph(traceDependencies),
    impact: inGraph(analyzeImpact),
    architecture: inGraph((connection, view, root: string) =>
      Result.succeed(describeArchitecture(connection, view, openFiles(connection, view, root)))
    ),
    detect: inGraph((connection, view, { others, root }: Requests["detect"]["input"]["question"]) =>
      Result.succeed(detect(connection, view, { others, files: openFiles(connection, view, root) }))
    ),
    complexities: (name, { connection }) =>
      Result.succeed(readComplexities(connection, findView(connection, name) ?? noView)),
    relatedFiles: inGraph((connection, view, path: string) => Result.succeed(readRelatedFiles(connection, view, path))),
    state: (name, { connection }) => Result.succeed(describeState(connection, findView(connection, name) ?? noView)),
    complete: ({ question, view: name }, { connection }) =>
      Result.succeed(complete(connection, findView(connection, name), question)),
    outline: ({ question: path, view: name }, { connection }) => {
      const view = findView(connection, name)
      return readOutline(connection, view, path)
    },
    status: (name, { connection }) => Result.succeed(readStatus(connection, findView(connection, name))),
    counts: (name, { connection }) => Result.succeed(readState(connection, findView(connection, name) ?? noView))
  }
}
