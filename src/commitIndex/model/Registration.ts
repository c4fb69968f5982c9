import { Effect, Schema } from "effect"

/** Which part of a repository is indexed. Stored as JSON in its row. */
export const Selection = Schema.Struct({
  /** Indexes only these branches, given as short names or globs; empty means all branches and tags. */
  branches: Schema.Array(Schema.String),
  /** Path prefixes and globs to exclude, in addition to the paths that are always excluded. */
  exclude: Schema.Array(Schema.String),
  /** Indexes only commits whose author `Name <email>` contains this text, ignoring case. */
  author: Schema.NullOr(Schema.String),
  /** Name of the upstream repository; its commits are excluded. */
  forkOf: Schema.NullOr(Schema.String),
  /** Enables similarity search, which sends commit texts to the embeddings endpoint. */
  embed: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(Effect.succeed(false)))
})
export type Selection = typeof Selection.Type

/** Selects the whole repository. */
export const everything: Selection = { branches: [], exclude: [], author: null, forkOf: null, embed: false }

/** A repository of the index. */
export interface Registration {
  readonly id: number
  readonly name: string
  /** Absolute path of the working directory for git. */
  readonly directory: string
  /** URL that the clone is fetched from; null for an existing local repository, which is only read. */
  readonly url: string | null
  readonly selection: Selection
  /** Number of indexed commits. */
  readonly commitCount: number
  /** Unix seconds at the end of the last successful sync. */
  readonly syncedAt: number | null
  readonly lastError: string | null
}
