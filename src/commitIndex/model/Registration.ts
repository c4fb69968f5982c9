import { Effect, Schema } from "effect"

/** What of a repository is indexed, as its owner chose; kept as JSON beside its name. */
export const Selection = Schema.Struct({
  /** Only these branches, by short name or glob; none: all branches and tags. */
  branches: Schema.Array(Schema.String),
  /** Paths left out beside those left out everywhere: prefixes and globs. */
  exclude: Schema.Array(Schema.String),
  /** Only commits of this author: a part of `Name <address>`, in any case. */
  author: Schema.NullOr(Schema.String),
  /** Name of a repository whose commits are left out. */
  forkOf: Schema.NullOr(Schema.String),
  /** Whether commits are found by similarity too: their texts are sent to the endpoint for embeddings. */
  embed: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(Effect.succeed(false)))
})
export type Selection = typeof Selection.Type

/** All of a repository. */
export const everything: Selection = { branches: [], exclude: [], author: null, forkOf: null, embed: false }

/** A repository of the index. */
export interface Registration {
  readonly id: number
  readonly name: string
  /** Absolute path that git is started in. */
  readonly directory: string
  /** Where it is fetched from; none: it is somebody's own clone, and only read. */
  readonly url: string | null
  readonly selection: Selection
  /** Commits in the index. */
  readonly commitCount: number
  /** Seconds since 1970 at the end of the last sync that succeeded. */
  readonly syncedAt: number | null
  readonly lastError: string | null
}
