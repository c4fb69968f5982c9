/**
 * The public API of `ultragit`: the Effect services that answer read, deps, history and summary, with their layers,
 * errors, parameters and results. Provide them in your own runtime, and replace any of them with your own layer.
 *
 * `Pipeline` needs `Git`, `Notes`, `Parser` and `Settings`. `Notes` needs `Git` and `Settings`. `Settings` needs `Git`,
 * which has no dependencies. {@link layer} provides all of them.
 */
import { Layer } from "effect"
import { Pipeline } from "./pipeline/questions/Pipeline.ts"
import { Settings } from "./config/Settings.ts"
import { GitProcess } from "./adapters/git/GitProcess.ts"
import { Notes } from "./notes/Notes.ts"
import { Parser } from "./adapters/parser/Parser.ts"

export { Pipeline, type QueryError } from "./pipeline/questions/Pipeline.ts"
export type { Located } from "./pipeline/subject/locate.ts"
export type { Location } from "./domain/Location.ts"
export {
  PipelineError,
  BudgetTooSmall,
  FilterInvalid,
  LimitInvalid,
  LinesMalformed,
  LinesOutside,
  PathEmpty,
  PathIsDirectory,
  PathNotFound,
  PathOutside,
  PathUnreadable,
  SinceInvalid
} from "./pipeline/subject/PipelineError.ts"
export {
  type Answer,
  ConcernEntry,
  Dependent,
  DepsAnswer,
  Flagged,
  HistoryAnswer,
  Match,
  ProvenanceNote,
  Query,
  ReadAnswer,
  ReadRegion,
  Related,
  SummaryAnswer,
  SummaryUnit,
  TimelineEntry,
  Trimmed
} from "./pipeline/answering/answers.ts"
export { Dependency, Freshness, TargetChange } from "./pipeline/answering/Freshness.ts"
export {
  depsContract,
  DepsInput,
  historyContract,
  HistoryInput,
  readContract,
  ReadInput,
  summaryContract,
  SummaryInput
} from "./toolsets/annotations/contracts.ts"
export type {
  DepsQuery,
  Filters,
  HistoryQuery,
  Options,
  ReadQuery,
  SummaryQuery
} from "./pipeline/answering/queries.ts"
export type { SettingValue } from "./config/define.ts"
export { type EvidenceMode, evidenceModes } from "./config/evidenceModes.ts"
export { Settings } from "./config/Settings.ts"
export { type ServerValues, type SettingOrigin, type SettingsValues, type Source } from "./config/SettingsValues.ts"
export {
  SettingHomeless,
  SettingInvalid,
  SettingRefused,
  SettingsError,
  SettingsFileUnreadable,
  SettingSingle,
  SettingUnknown
} from "./config/SettingsError.ts"
export { SettingsFlags } from "./config/SettingsFlags.ts"
export { Alternative } from "./domain/Alternative.ts"
export {
  Anchor,
  Annotation,
  Concern,
  Constraint,
  ContextLevel,
  Correction,
  FieldTimes,
  Flag,
  Operation,
  Provenance,
  Region,
  RelatedAnnotation,
  SemanticDependency,
  Superseded
} from "./domain/Annotation.ts"
export type { Contract } from "./domain/Contract.ts"
export type { Failure } from "./domain/Failure.ts"
export type { JsonObject } from "./domain/Json.ts"
export { LineRange } from "./domain/LineRange.ts"
export { ObjectId } from "./domain/ObjectId.ts"
export {
  type BlameHunk,
  type ConfigEntry,
  type FileChange,
  Git,
  GitDirectory,
  GitTimeout,
  type LineChange,
  type NoteEntry,
  type NotesChange,
  type ObjectContent
} from "./adapters/git/Git.ts"
export type { EntryPlace, TreeEntry } from "./adapters/git/TreeEntry.ts"
export { type Repository } from "./adapters/git/Repository.ts"
export { type Trailer } from "./adapters/git/Trailer.ts"
export type {
  ChangedFile,
  CommitChange,
  CommitMetadata,
  CommitPatch,
  CommitSize,
  MergesOfHistory,
  PatchOptions,
  PathChange,
  ReadChanges,
  PathWalk,
  RefTip,
  Rename,
  SizeWalk,
  Walk
} from "./adapters/git/CommitChange.ts"
export type { DiffHunk, FileDiff } from "./adapters/git/FileDiff.ts"
export type { MovedLines } from "./adapters/git/MovedLines.ts"
export { GitEnvironment } from "./adapters/git/GitEnvironment.ts"
export {
  CommandFailed,
  GitError,
  GitMissing,
  GitTimedOut,
  GitTooOld,
  NotARepository,
  HeadMoved,
  ObjectMissing,
  OutputTooLarge,
  PathUnsupported,
  RefUnreadable,
  RepositoryUnreadable,
  RevisionNotFound,
  UnbornHead
} from "./adapters/git/GitError.ts"
export { EsGit } from "./adapters/git/esgit/EsGit.ts"
export { EsGitLoading, type EsGitLoadPolicy } from "./adapters/git/esgit/EsGitLoading.ts"
export { GitProcess } from "./adapters/git/GitProcess.ts"
export {
  HooksPathUnusable,
  SymlinkInPath,
  IdentityUnknown,
  PushRejected,
  RefMoved,
  RemoteFailed
} from "./adapters/git/GitWriteReason.ts"
export { decodeNote, type Note, type NoteProblem } from "./notes/format/decode.ts"
export type { Problem } from "./notes/format/documents.ts"
export { Notes } from "./notes/Notes.ts"
export { type NotesSnapshot } from "./notes/NotesSnapshot.ts"
export { NoteInvalid, NotesContended, NotesError, NotesUnreadable, NoteTooLarge } from "./notes/NotesError.ts"
export { NotesIndex } from "./notes/lookup/NotesIndex.ts"
export type {
  ConcernRef,
  DependencyRef,
  NoteContents,
  NotesLookup,
  PlacedRegionRef,
  RegionRef
} from "./notes/lookup/NotesLookup.ts"
export { Parser } from "./adapters/parser/Parser.ts"
export { type OutlineFailure as Exceeded, type Outline, type Unit, type UnitType } from "./adapters/parser/Outline.ts"

/**
 * Provides `Pipeline` and the `Git`, `Settings`, `Parser` and `Notes` that it uses, for the repository at `GitDirectory`
 * (default: the working directory). Requires files and paths, from `@effect/platform-node` or `@effect/platform-bun`.
 * Git runs as a process, without native code; to use es-git, replace it with `EsGit.layerNoDeps`. Building the layer does
 * not access the repository: its errors occur in the first question.
 */
export const layer = Pipeline.layer.pipe(
  Layer.provideMerge([Notes.layerNoDeps, Parser.layer]),
  Layer.provideMerge(Settings.layerNoDeps),
  Layer.provideMerge(GitProcess.layerNoDeps)
)
