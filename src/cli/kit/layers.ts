import { Effect, Layer, Option } from "effect"
import { IndexPath } from "../../commitIndex/model/indexPath.ts"
import { SettingsFlags } from "../../config/SettingsFlags.ts"
import { GitDirectory } from "../../adapters/git/Git.ts"
import { Backend } from "./Backend.ts"

/** What the flags say of the repository and of settings. */
export interface RepositoryFlags {
  readonly repo: string
  readonly noteref?: Option.Option<string>
  /** The file of the index of commits. */
  readonly db?: Option.Option<string>
}

const toSettingsFlags = ({ noteref = Option.none() }: RepositoryFlags) =>
  Option.isSome(noteref) ? { noteRef: noteref.value } : {}

const toIndexPath = ({ db = Option.none() }: RepositoryFlags) => Option.getOrElse(db, () => "")

/** The place itself: which repository, and what the flags say of settings. */
export const repositoryLayer = (input: RepositoryFlags) =>
  Layer.mergeAll(
    Layer.succeed(GitDirectory)(input.repo),
    Layer.succeed(SettingsFlags)(toSettingsFlags(input)),
    Layer.succeed(IndexPath)(toIndexPath(input))
  )

/** The same for an effect that is run by itself. */
export const provideRepository =
  (input: RepositoryFlags) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    effect.pipe(
      Effect.provideService(GitDirectory, input.repo),
      Effect.provideService(SettingsFlags, toSettingsFlags(input)),
      Effect.provideService(IndexPath, toIndexPath(input))
    )

/** Git and settings of the place, for `Command.provide`. */
export const settingsLayer = (input: RepositoryFlags) =>
  Layer.unwrap(Effect.map(Backend, (backend) => backend.settings)).pipe(Layer.provideMerge(repositoryLayer(input)))

/** Git of the place, and what of this machine decides how clients start the server, for `Command.provide`. */
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

/** Everything the questions need, for `Command.provide`. */
export const questionsLayer = (input: RepositoryFlags) =>
  Layer.unwrap(Effect.map(Backend, (backend) => backend.annotations)).pipe(Layer.provideMerge(repositoryLayer(input)))

/** Everything that writing annotations needs, for `Command.provide`. */
export const authoringLayer = (input: RepositoryFlags) =>
  Layer.unwrap(Effect.map(Backend, (backend) => backend.authoring)).pipe(Layer.provideMerge(repositoryLayer(input)))

/** What a flag says of the index of commits. */
export interface IndexFlags {
  readonly db: Option.Option<string>
}

/** Read by the layers of the index. */
const indexPathLayer = ({ db }: IndexFlags) => Layer.succeed(IndexPath)(Option.getOrElse(db, () => ""))

/** Questions to the index, for `Command.provide`. */
export const commitsLayer = (input: IndexFlags) =>
  Layer.unwrap(Effect.map(Backend, (backend) => backend.commits)).pipe(Layer.provideMerge(indexPathLayer(input)))

/** Everything that brings the index up to date, for `Command.provide`. */
export const repositoriesLayer = (input: IndexFlags) =>
  Layer.unwrap(Effect.map(Backend, (backend) => backend.repositories)).pipe(Layer.provideMerge(indexPathLayer(input)))
