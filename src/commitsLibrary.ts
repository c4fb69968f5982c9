/**
 * What other programs may import from `ultragit/commits`: the index of the commits of many repositories, as the services
 * that ask it and keep it up to date, each with its layer, their errors, and what their calls take and give. What is said
 * here of git, notes and settings is exported by `ultragit`.
 *
 * `CommitIndex` and `RawPatches` need `Sources`, `Sync` as well; `Repositories` needs `Sync` and `Sources`. {@link layer} is
 * all of them, wired. SQLite is loaded when a layer is built, not with this module.
 */
import { Effect, type FileSystem, Layer, type Path } from "effect"
import { CommitIndex } from "./commitIndex/asking/CommitIndex.ts"
import { RawPatches } from "./commitIndex/asking/RawPatches.ts"
import { Repositories } from "./commitIndex/repositories/Repositories.ts"
import { Sources } from "./commitIndex/model/Sources.ts"
import { Sync } from "./commitIndex/sync/Sync.ts"
import { Settings } from "./config/Settings.ts"
import { GitDirectory } from "./adapters/git/Git.ts"
import { GitProcess } from "./adapters/git/GitProcess.ts"
import { Notes } from "./notes/Notes.ts"

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
export { CommitIndex, type IndexError } from "./commitIndex/asking/CommitIndex.ts"
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
export { FreshnessTimeout } from "./commitIndex/asking/Freshness.ts"
export { currentIndexPath, IndexPath } from "./commitIndex/model/indexPath.ts"
export {
  CommitsUnreadable,
  EmbeddingFailed,
  IndexingError,
  OtherRepository,
  SyncRunning,
  UpstreamUnknown
} from "./commitIndex/model/IndexingError.ts"
export { RawPatches } from "./commitIndex/asking/RawPatches.ts"
export { type PatchBytes } from "./commitIndex/lookups/patch.ts"
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
 * How the repositories of the index are asked, unless another way is provided: by the system's git, by processes alone,
 * and for their reasons by the notes in them. Needs files and paths.
 */
export const sources = Layer.effect(
  Sources,
  Effect.map(Effect.context<FileSystem.FileSystem | Path.Path>(), (context) =>
    Sources.of({
      at: (directory) =>
        Notes.layerNoDeps.pipe(
          Layer.provideMerge(Settings.layerNoDeps),
          Layer.provideMerge(GitProcess.layerNoDeps),
          Layer.provide(Layer.succeed(GitDirectory)(directory)),
          Layer.provide(Layer.succeedContext(context))
        )
    })
  )
)

/**
 * Everything that asking the index and keeping it up to date needs, for the file at `IndexPath`: unless provided, the one
 * that the program uses ({@link currentIndexPath}). Needs files and paths: the services of `@effect/platform-node`.
 * Builds without touching the file; it is made when the first repository is added. Questions are answered on the thread
 * that asks: who has other things to do meanwhile provides `CommitIndex.layerApart`, which reads on one of its own.
 */
export const layer = Layer.mergeAll(
  CommitIndex.layer,
  RawPatches.layer,
  Repositories.layer.pipe(Layer.provideMerge(Sync.layer))
).pipe(Layer.provide(sources))
