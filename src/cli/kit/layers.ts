import { Duration, Effect, Layer, Option } from "effect"
import { ReconcileTimeout } from "../../codeIndex/service/ReconcileTimeout.ts"
import { MaxReasonWait } from "../../evidence/files/MaxReasonWait.ts"
import { MaxTitleWait } from "../../evidence/files/MaxTitleWait.ts"
import { IndexPath } from "../../commitIndex/model/indexPath.ts"
import { SettingsFlags } from "../../config/SettingsFlags.ts"
import type { EvidenceMode } from "../../config/evidenceModes.ts"
import { GitDirectory } from "../../adapters/git/Git.ts"
import { MaxHistoryWait } from "../../lineage/MaxHistoryWait.ts"
import { HostSource } from "../../repositoryHost/service/HostSource.ts"
import { Backend } from "./Backend.ts"

/** Flags that select the repository, its notes ref and the commit index. */
export interface RepositoryFlags {
  readonly repo: string
  readonly noteref?: Option.Option<string>
  readonly evidence?: Option.Option<EvidenceMode>
  /** File of the commit index. */
  readonly db?: Option.Option<string>
  /** Folder of repositories. */
  readonly root?: Option.Option<string>
  /** File with the address of a Gitblit server. */
  readonly envFile?: Option.Option<string>
}

const toSettingsFlags = ({ evidence = Option.none(), noteref = Option.none() }: RepositoryFlags) => ({
  ...(Option.isSome(noteref) ? { noteRef: noteref.value } : {}),
  ...(Option.isSome(evidence) ? { evidence: evidence.value } : {})
})

const toIndexPath = ({ db = Option.none() }: RepositoryFlags) => Option.getOrElse(db, () => "")

const toHostSource = ({
  envFile = Option.none(),
  root = Option.none()
}: Pick<RepositoryFlags, "envFile" | "root">) => ({
  ...(Option.isSome(root) ? { root: root.value } : {}),
  ...(Option.isSome(envFile) ? { envFile: envFile.value } : {})
})

/** Provides the selected repository, settings and index. */
export const repositoryLayer = (input: RepositoryFlags) =>
  Layer.mergeAll(
    Layer.succeed(GitDirectory)(input.repo),
    Layer.succeed(SettingsFlags)(toSettingsFlags(input)),
    Layer.succeed(IndexPath)(toIndexPath(input)),
    Layer.succeed(HostSource)(toHostSource(input))
  )

/** {@link repositoryLayer} for one effect, without building a layer. */
export const provideRepository =
  (input: RepositoryFlags) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    effect.pipe(
      Effect.provideService(GitDirectory, input.repo),
      Effect.provideService(SettingsFlags, toSettingsFlags(input)),
      Effect.provideService(IndexPath, toIndexPath(input)),
      Effect.provideService(HostSource, toHostSource(input))
    )

/** Git and the settings, for `Command.provide`. */
export const settingsLayer = (input: RepositoryFlags) =>
  Layer.unwrap(Effect.map(Backend, (backend) => backend.settings)).pipe(Layer.provideMerge(repositoryLayer(input)))

/** Git, the settings and this machine's platform, for the commands that register the server. */
export const registrationLayer = (input: RepositoryFlags) =>
  Layer.merge(
    settingsLayer(input),
    Layer.unwrap(
      Effect.map(
        Effect.promise(() => import("../../setup/clients/Platform.ts")),
        ({ Platform }) => Platform.layer
      )
    )
  )

/** How long a command waits while history is read for the first time, or a code index brought up to date. */
const maxHistoryWait = Duration.seconds(30)
/** Enough for 2,000 commits of a large repository; a command has no second question. */
const maxReasonWait = Duration.seconds(1)

/** Everything that the questions need, for `Command.provide`. */
export const questionsLayer = (input: RepositoryFlags) =>
  Layer.unwrap(Effect.map(Backend, (backend) => backend.annotations)).pipe(
    Layer.provideMerge(repositoryLayer(input)),
    Layer.provide(Layer.succeed(MaxHistoryWait)(maxHistoryWait)),
    Layer.merge(Layer.succeed(ReconcileTimeout)(maxHistoryWait))
  )

/** Everything that writing annotations needs, for `Command.provide`. */
export const authoringLayer = (input: RepositoryFlags) =>
  Layer.unwrap(Effect.map(Backend, (backend) => backend.authoring)).pipe(Layer.provideMerge(repositoryLayer(input)))

/** Everything that preparing what hooks say needs, for `Command.provide`. */
export const preparingLayer = (input: RepositoryFlags) =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("../../codeIndex/service/KnownReferences.ts")),
      ({ KnownReferences }) => KnownReferences.layerNoDeps
    )
  ).pipe(Layer.provideMerge(authoringLayer(input)))

/** Questions to the code index, for `Command.provide`. A command waits until the index is up to date. */
export const codeLayer = (input: RepositoryFlags) =>
  Layer.unwrap(Effect.map(Backend, (backend) => backend.code)).pipe(
    Layer.provideMerge(repositoryLayer(input)),
    Layer.merge(Layer.succeed(ReconcileTimeout)(Duration.infinity)),
    Layer.merge(Layer.succeed(MaxReasonWait)(maxReasonWait)),
    Layer.merge(Layer.succeed(MaxTitleWait)(maxReasonWait))
  )

/** Questions to graph and history, for `Command.provide`. A command waits until index and history are read. */
export const graphLayer = (input: RepositoryFlags) =>
  Layer.unwrap(Effect.map(Backend, (backend) => backend.graph)).pipe(
    Layer.provideMerge(repositoryLayer(input)),
    Layer.provide(Layer.succeed(MaxHistoryWait)(maxHistoryWait)),
    Layer.merge(Layer.succeed(ReconcileTimeout)(Duration.infinity)),
    Layer.merge(Layer.succeed(MaxReasonWait)(maxReasonWait)),
    Layer.merge(Layer.succeed(MaxTitleWait)(maxReasonWait))
  )

/** The flags that select a folder of repositories, or a server. */
export interface HostFlags {
  readonly root: Option.Option<string>
  readonly envFile: Option.Option<string>
}

/** Repositories of a server or folder, for `Command.provide`. */
export const gitblitLayer = (input: HostFlags) =>
  Layer.unwrap(Effect.map(Backend, (backend) => backend.gitblit)).pipe(
    Layer.provide(Layer.succeed(HostSource)(toHostSource(input)))
  )

/** Repositories of a folder alone, served, for `Command.provide`. */
export const gitblitFolderLayer = ({ root }: Pick<HostFlags, "root">) =>
  Layer.unwrap(Effect.map(Backend, (backend) => backend.servedGitblit)).pipe(
    Layer.provide(Layer.succeed(HostSource)({ ...toHostSource({ root }), isFolder: true }))
  )

/** The flag that selects the commit index. */
export interface IndexFlags {
  readonly db: Option.Option<string>
}

const indexPathLayer = ({ db }: IndexFlags) => Layer.succeed(IndexPath)(Option.getOrElse(db, () => ""))

/** Queries of the commit index, for `Command.provide`. */
export const commitsLayer = (input: IndexFlags) =>
  Layer.unwrap(Effect.map(Backend, (backend) => backend.commits)).pipe(Layer.provideMerge(indexPathLayer(input)))

/** Changes and syncs of the commit index, for `Command.provide`. */
export const repositoriesLayer = (input: IndexFlags) =>
  Layer.unwrap(Effect.map(Backend, (backend) => backend.repositories)).pipe(Layer.provideMerge(indexPathLayer(input)))
