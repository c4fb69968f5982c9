/**
 * Public API of `ultragit/commits`: services that query and update an index of the commits of many repositories, with their
 * layers, errors, inputs and answers. Types of git, notes and settings are exported by `ultragit`.
 *
 * `CommitIndex`, `RawPatches` and `Sync` need `Sources`; `Repositories` needs `Sync` and `Sources`. {@link layer} wires all of
 * them. SQLite loads when a layer is built, not with this module.
 */
import { Effect, type FileSystem, Layer, type Path } from "effect"
import { CommitIndex } from "./commitIndex/service/CommitIndex.ts"
import { RawPatches } from "./commitIndex/service/RawPatches.ts"
import { Repositories } from "./commitIndex/repositories/Repositories.ts"
import { makeSources } from "./commitIndex/model/Sources.ts"
import { Sync } from "./commitIndex/sync/Sync.ts"
import { Settings } from "./config/Settings.ts"
import { GitProcess } from "./adapters/git/GitProcess.ts"
import { Notes } from "./notes/Notes.ts"
import { OpenRepositories } from "./openRepositories/OpenRepositories.ts"

export {
  CommitAnswer,
  Freshness,
  PatchAnswer,
  RepositoriesAnswer,
  SearchAnswer,
  SearchResult,
  SimilarAnswer,
  SimilarFreshness,
  SimilarResult,
  Status,
  TouchesAnswer,
  TouchesResult
} from "./commitIndex/model/answers.ts"
export { CommitIndex, type IndexError } from "./commitIndex/service/CommitIndex.ts"
export {
  ArgumentInvalid,
  BranchUnknown,
  CommitAmbiguous,
  CommitNotFound,
  CommitsError,
  CursorInvalid,
  IndexMissing,
  PatchNotFound,
  QueryEmpty,
  QueryTooLong,
  RepositoryUnknown,
  VectorsMissing,
  VectorsOther
} from "./commitIndex/model/CommitsError.ts"
export {
  commitContract,
  patchContract,
  repositoriesContract,
  searchContract,
  similarContract,
  touchesContract
} from "./toolsets/commits/contracts.ts"
export {
  CommitInput,
  PatchInput,
  RepositoriesInput,
  SearchInput,
  SimilarInput,
  TouchesInput
} from "./commitIndex/model/inputs.ts"
export { FreshnessTimeout } from "./commitIndex/service/Freshness.ts"
export { currentIndexPath, IndexPath } from "./commitIndex/model/indexPath.ts"
export {
  CommitsUnreadable,
  EmbeddingFailed,
  IndexingError,
  OtherRepository,
  SyncRunning,
  UpstreamUnknown
} from "./commitIndex/model/IndexingError.ts"
export { RawPatches } from "./commitIndex/service/RawPatches.ts"
export { type PatchBytes } from "./commitIndex/queries/patch.ts"
export { type Registration, Selection } from "./commitIndex/model/Registration.ts"
export { Repositories } from "./commitIndex/repositories/Repositories.ts"
export {
  type Added,
  type Addition,
  type Change,
  type OperatorError,
  type RepositoryStatus
} from "./commitIndex/model/Operations.ts"
export {
  ForkUnknown,
  HasForks,
  NameInvalid,
  NameTaken,
  RepositoriesError,
  SourceInvalid
} from "./commitIndex/model/RepositoriesError.ts"
export { Sources } from "./commitIndex/model/Sources.ts"
export { MaxOpenRepositories } from "./openRepositories/OpenRepositories.ts"
export { Sync } from "./commitIndex/sync/Sync.ts"
export {
  BeforeSync,
  type Embedded,
  type RepositoryFailure,
  type Synced,
  type SyncFailure,
  type SyncOutcome,
  SyncLockTimeout
} from "./commitIndex/model/SyncOutcome.ts"
export { type Stage, SyncProgress } from "./commitIndex/sync/Progress.ts"
export { AddressInvalid, CloneError, CloneFailed, CloneUnwritable } from "./adapters/git/clone/CloneError.ts"
export { FetchProgress, AllowPrompts } from "./adapters/git/clone/Clones.ts"
export { type FetchStep } from "./adapters/git/clone/FetchStep.ts"
export {
  AnswerMalformed,
  AnswerRefused,
  AnswerTimedOut,
  ConnectionFailed,
  EmbeddingsNotConfigured,
  KeyRejected,
  LanguageModelError,
  NotConfigured,
  ProviderName,
  RateLimited,
  Redirected,
  RequestRejected,
  Unavailable,
  VariableInvalid,
  VariableNames
} from "./adapters/llm/LanguageModelError.ts"
export {
  DatabaseBusy,
  DatabaseDamaged,
  DatabaseFailed,
  DatabaseForeign,
  DatabaseFull,
  DatabaseMissing,
  DatabaseNewer,
  DatabaseOlder,
  DatabaseReadOnly,
  DatabaseUnopenable,
  SqlError
} from "./adapters/sql/SqlError.ts"

/**
 * Default `Sources`: reads repositories with processes of the system's git, and annotations from their notes. Keeps the
 * last used ones open ({@link MaxOpenRepositories}). Needs `FileSystem` and `Path`.
 */
export const sources = Layer.unwrap(
  Effect.map(Effect.context<FileSystem.FileSystem | Path.Path>(), (context) =>
    makeSources(
      Notes.layerNoDeps.pipe(
        Layer.provideMerge(Settings.layerNoDeps),
        Layer.provideMerge(GitProcess.layerNoDeps),
        Layer.provide(Layer.succeedContext(context))
      )
    )
  )
).pipe(Layer.provide(OpenRepositories.layer))

/**
 * All services for querying and updating the index at `IndexPath`, by default the program's own ({@link currentIndexPath}).
 * Needs `FileSystem` and `Path`, for example from `@effect/platform-node`. Building the layer does not touch the file; adding
 * the first repository creates it. Queries run on the calling thread; provide `CommitIndex.layerApart` to run them on a
 * worker thread.
 */
export const layer = Layer.mergeAll(
  CommitIndex.layer,
  RawPatches.layer,
  Repositories.layer.pipe(Layer.provideMerge(Sync.layer))
).pipe(Layer.provide(sources))
