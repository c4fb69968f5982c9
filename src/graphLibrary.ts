/**
 * Public API of `ultragit/graph`: questions to the code of a repository, with their layers, errors, inputs and answers.
 * Types of git, notes and settings are exported by `ultragit`.
 *
 * `CodeIndex` finds files, definitions and references; `CodeGraph` asks how they hang together and how they got there.
 * SQLite loads when a layer is built, not with this module.
 */
import { Layer } from "effect"
import { GitProcess } from "./adapters/git/GitProcess.ts"
import { Parser } from "./adapters/parser/Parser.ts"
import { CodeGraph } from "./codeGraph/service/CodeGraph.ts"
import { CodeIndex } from "./codeIndex/service/CodeIndex.ts"
import { Settings } from "./config/Settings.ts"
import { Notes } from "./notes/Notes.ts"

export {
  AnalyzeAnswer,
  AskAnswer,
  BaselineAnswer,
  CoupledFile,
  DetectorsAnswer,
  DiffAnswer,
  EvolutionAnswer,
  EvolutionCommit,
  FileAnswer,
  FileChurn,
  Finding,
  FindingsAnswer,
  FixAnswer,
  Hotspot,
  HotspotsAnswer,
  ReportAnswer,
  Source
} from "./codeGraph/model/answers.ts"
export {
  AskInput,
  DiffInput,
  EvolutionInput,
  FileInput,
  FindingsInput,
  FixInput,
  HotspotsInput,
  SearchCodeInput
} from "./codeGraph/model/inputs.ts"
export {
  ArgumentsTooLarge,
  BaselineUnreadable,
  BaselineUnwritable,
  DetectorUnknown,
  FileIsFolder,
  FileMissing,
  FileUnreadable,
  FindingUnknown,
  FunctionUnknown,
  GraphError,
  LinesInvalid,
  NameMissing,
  ReportUnwritable
} from "./codeGraph/model/GraphError.ts"
export { CommitReason } from "./domain/CommitReason.ts"
export { CodeGraph, type CodeGraphError } from "./codeGraph/service/CodeGraph.ts"
export { type Completion } from "./codeIndex/asking/complete.ts"
export {
  CallerHit,
  CallersAnswer,
  FoundDefinition,
  IndexAnswer,
  IndexState,
  OutlineAnswer,
  SearchAnswer,
  SearchHit,
  StatusAnswer,
  SymbolAnswer,
  SymbolHit
} from "./codeIndex/model/answers.ts"
export {
  ArgumentInvalid,
  CodeError,
  ExportFailed,
  FactsMissing,
  FileNotFound,
  FileUnknown,
  FolderInvalid,
  IndexBehind,
  IndexUnavailable,
  LimitInvalid,
  MacroNotFollowed,
  NodeNameMissing,
  NodeUnknown,
  SymbolAmbiguous,
  SymbolUnknown,
  TagsMissing,
  TagsTooMany
} from "./codeIndex/model/CodeError.ts"
export {
  ArchitectureAnswer,
  ArchitectureModule,
  GraphNode,
  GraphQueryAnswer,
  GraphStats,
  ImpactAnswer,
  ImpactEvidence,
  ImpactNote,
  ImpactReason,
  TraceAnswer,
  TraceNode
} from "./codeIndex/model/graphAnswers.ts"
export { GraphQueryInput, ImpactInput, TraceInput } from "./codeIndex/model/graphInputs.ts"
export {
  type CallersQuestion,
  IndexInput,
  SearchFilters,
  SearchInput,
  StatusInput,
  type SymbolQuestion
} from "./codeIndex/model/inputs.ts"
export { CodeIndex, type CodeIndexError, type RefreshedView } from "./codeIndex/service/CodeIndex.ts"
export type { FreshAnswer } from "./codeIndex/service/freshAnswers.ts"
export type { Places } from "./codeIndex/service/ownPaths.ts"
export { MaxReasonWait } from "./evidence/files/MaxReasonWait.ts"
export { MaxTitleWait } from "./evidence/files/MaxTitleWait.ts"
export { EmptyAnswerTimeout } from "./codeIndex/service/EmptyAnswerTimeout.ts"
export { ReconcileTimeout } from "./codeIndex/service/ReconcileTimeout.ts"

/**
 * All services for questions to a repository's code ({@link GitDirectory} of `ultragit`). Needs `FileSystem` and `Path`, for
 * example from `@effect/platform-node`. The first question makes the index, `ultragit/code.db` in the git directory.
 */
export const layer = CodeGraph.layer.pipe(
  Layer.provideMerge(CodeIndex.layer),
  Layer.provide([Notes.layerNoDeps, Parser.layer]),
  Layer.provide(Settings.layerNoDeps),
  Layer.provide(GitProcess.layerNoDeps)
)
