import { Effect, Layer, Option } from "effect"
import { IndexPath } from "../../commitIndex/model/indexPath.ts"
import { SettingsFlags } from "../../config/SettingsFlags.ts"
import { GitDirectory } from "../../adapters/git/Git.ts"
import { Backend } from "./Backend.ts"

/** What the flags say of the repository and of settings. */
export interface PlaceInput {
  readonly repo: string
  readonly noteref?: Option.Option<string>
  /** The file of the index of commits. */
  readonly db?: Option.Option<string>
}

const flagsOf = ({ noteref = Option.none() }: PlaceInput) => (Option.isSome(noteref) ? { noteRef: noteref.value } : {})

const indexOf = ({ db = Option.none() }: PlaceInput) => Option.getOrElse(db, () => "")

/** The place itself: which repository, and what the flags say of settings. */
export const placed = (input: PlaceInput) =>
  Layer.mergeAll(
    Layer.succeed(GitDirectory)(input.repo),
    Layer.succeed(SettingsFlags)(flagsOf(input)),
    Layer.succeed(IndexPath)(indexOf(input))
  )

/** The same for an effect that is run by itself. */
export const inPlace =
  (input: PlaceInput) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    effect.pipe(
      Effect.provideService(GitDirectory, input.repo),
      Effect.provideService(SettingsFlags, flagsOf(input)),
      Effect.provideService(IndexPath, indexOf(input))
    )

/** Git and settings of the place, for `Command.provide`. */
export const settingsAt = (input: PlaceInput) =>
  Layer.unwrap(Effect.map(Backend, (backend) => backend.settings)).pipe(Layer.provideMerge(placed(input)))

/** Git of the place, and what of this machine decides how clients start the server, for `Command.provide`. */
export const registrationAt = (input: PlaceInput) =>
  Layer.merge(
    settingsAt(input),
    Layer.unwrap(
      Effect.map(
        Effect.promise(() => import("../../setup/clients/Platform.ts")),
        ({ Platform }) => Platform.layer
      )
    )
  )

/** Everything the questions need, for `Command.provide`. */
export const annotationsAt = (input: PlaceInput) =>
  Layer.unwrap(Effect.map(Backend, (backend) => backend.annotations)).pipe(Layer.provideMerge(placed(input)))

/** Everything that writing annotations needs, for `Command.provide`. */
export const authoringAt = (input: PlaceInput) =>
  Layer.unwrap(Effect.map(Backend, (backend) => backend.authoring)).pipe(Layer.provideMerge(placed(input)))

/** What a flag says of the index of commits. */
export interface IndexInput {
  readonly db: Option.Option<string>
}

/** Read by the layers of the index. */
const chosen = ({ db }: IndexInput) => Layer.succeed(IndexPath)(Option.getOrElse(db, () => ""))

/** Questions to the index, for `Command.provide`. */
export const commitsAt = (input: IndexInput) =>
  Layer.unwrap(Effect.map(Backend, (backend) => backend.commits)).pipe(Layer.provideMerge(chosen(input)))

/** Everything that brings the index up to date, for `Command.provide`. */
export const repositoriesAt = (input: IndexInput) =>
  Layer.unwrap(Effect.map(Backend, (backend) => backend.repositories)).pipe(Layer.provideMerge(chosen(input)))
