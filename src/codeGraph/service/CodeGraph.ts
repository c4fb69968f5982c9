import { Context, Effect, Layer } from "effect"
import type { GitError } from "../../adapters/git/GitError.ts"
import type { SearchAnswer } from "../../codeIndex/model/answers.ts"
import type {
  ArchitectureAnswer,
  GraphQueryAnswer,
  ImpactAnswer,
  TraceAnswer
} from "../../codeIndex/model/graphAnswers.ts"
import type { GraphQueryInput, ImpactInput, TraceInput } from "../../codeIndex/model/graphInputs.ts"
import { CodeReader } from "../../codeIndex/reading/CodeReader.ts"
import { CodeIndex, type CodeIndexError } from "../../codeIndex/service/CodeIndex.ts"
import type { LanguageModelError } from "../../adapters/llm/LanguageModelError.ts"
import type { NotesError } from "../../notes/NotesError.ts"
import type { PipelineError } from "../../pipeline/subject/PipelineError.ts"
import type {
  AnalyzeAnswer,
  AskAnswer,
  BaselineAnswer,
  DetectorsAnswer,
  DiffAnswer,
  EvolutionAnswer,
  FileAnswer,
  FindingsAnswer,
  FixAnswer,
  HotspotsAnswer,
  ReportAnswer
} from "../model/answers.ts"
import type { GraphError } from "../model/GraphError.ts"
import type {
  AskInput,
  DiffInput,
  EvolutionInput,
  FileInput,
  FixInput,
  FindingsInput,
  HotspotsInput,
  SearchCodeInput
} from "../model/inputs.ts"

/** Every expected failure of a question. */
export type CodeGraphError = GraphError | LanguageModelError | CodeIndexError | PipelineError | NotesError | GitError

const graphLayer = Layer.unwrap(
  Effect.map(
    Effect.promise(() =>
      Promise.all([import("./makeCodeGraph.ts"), import("../../pipeline/questions/makePipeline.ts")])
    ),
    ([{ makeCodeGraph }, { caches }]) => Layer.effect(CodeGraph, makeCodeGraph).pipe(Layer.provide(caches))
  )
)

/**
 * Questions to the graph of a repository's code and to its history (spec graph). Those to the graph first bring the code
 * index up to date, as those of `CodeIndex` do.
 */
export class CodeGraph extends Context.Service<
  CodeGraph,
  {
    /** Lists nodes, or what is next to one. */
    query(input: GraphQueryInput): Effect.Effect<GraphQueryAnswer, CodeGraphError>
    /** Follows what depends on a node, and what it depends on. */
    trace(input: TraceInput): Effect.Effect<TraceAnswer, CodeGraphError>
    /** Says what a change of a file or function may break, and what notes say of that. */
    impact(input: ImpactInput): Effect.Effect<ImpactAnswer, CodeGraphError>
    /** Describes modules, cycles and entry points. */
    readonly architecture: Effect.Effect<ArchitectureAnswer, CodeGraphError>
    /** Reads lines of a file of the project. */
    file(input: FileInput): Effect.Effect<FileAnswer, CodeGraphError>
    /** Answers questions about history: churn, ownership, commits of a function. */
    evolution(input: EvolutionInput): Effect.Effect<EvolutionAnswer, CodeGraphError>
    /** Lists the files that are changed often and hard to change. */
    hotspots(input: HotspotsInput): Effect.Effect<HotspotsAnswer, CodeGraphError>
    /** Runs all detectors, and counts what they found. */
    readonly analyze: Effect.Effect<AnalyzeAnswer, CodeGraphError>
    /** Lists what detectors found, the most severe first, without what the baseline knows. */
    findings(input: FindingsInput): Effect.Effect<FindingsAnswer, CodeGraphError>
    /** Compares the findings in code of the work tree with those of a commit, or of where HEAD left its branch. */
    diff(input: DiffInput): Effect.Effect<DiffAnswer, CodeGraphError>
    /** Makes the present findings known: writes the baseline into the work tree. */
    readonly baseline: Effect.Effect<BaselineAnswer, CodeGraphError>
    /** Gathers what a report shows. `version`: of the program that makes it. */
    report(version: string): Effect.Effect<ReportAnswer, CodeGraphError>
    /** All detectors. */
    readonly detectors: DetectorsAnswer
    /** Answers a question from the code, by the user's language model; without one, names the places that speak of it. */
    ask(input: AskInput): Effect.Effect<AskAnswer, CodeGraphError>
    /** Proposes a patch for a finding, by the user's language model; without one, gives the finding and notes on it. */
    fix(input: FixInput): Effect.Effect<FixAnswer, CodeGraphError>
    /** Finds files by the words of a query. */
    search(input: SearchCodeInput): Effect.Effect<SearchAnswer, CodeGraphError>
  }
>()("ultragit/codeGraph/service/CodeGraph") {
  /** Indexes and reads on the calling thread. */
  static readonly layer = graphLayer.pipe(Layer.provide([CodeIndex.layer, CodeReader.layer]))

  /** Indexes and reads on threads of their own, for servers. */
  static readonly layerApart = graphLayer.pipe(Layer.provide([CodeIndex.layerApart, CodeReader.layerApart]))
}
