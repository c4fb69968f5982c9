import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { escapeControls, formatCount } from "../../domain/Text.ts"

/** Another process still holds the sync lock of the repository. */
export class SyncRunning extends FailureReason<SyncRunning>()("SyncRunning", { name: Schema.String }, ({ name }) => ({
  code: "sync_running",
  message: `Another process is syncing ${escapeControls(name)}.`,
  hint: "Try again when that sync has finished."
})) {}

/** The directory now belongs to a different repository than the one that was indexed. */
export class OtherRepository extends FailureReason<OtherRepository>()(
  "OtherRepository",
  { name: Schema.String, directory: Schema.String, before: Schema.String, found: Schema.String },
  ({ before, directory, found, name }) => ({
    code: "other_repository",
    message: `${escapeControls(directory)} resolves to ${escapeControls(found)}, but ${escapeControls(name)} was indexed from ${escapeControls(before)}.`,
    hint: "The index is unchanged. If the repository was moved, remove it from the index and add it again."
  })
) {}

/** The repository that this one is a fork of is not in the index. */
export class UpstreamUnknown extends FailureReason<UpstreamUnknown>()(
  "UpstreamUnknown",
  { name: Schema.String },
  ({ name }) => ({
    code: "upstream_unknown",
    message: `The upstream repository ${escapeControls(name)} is not in the index.`,
    hint: "Add it with ultragit repos add, or clear --fork-of with ultragit repos update."
  })
) {}

/** Most commits that a message names. */
const maxNamedCommits = 3

/** Some commits could not be read because objects are missing or damaged; all others are indexed. */
export class CommitsUnreadable extends FailureReason<CommitsUnreadable>()(
  "CommitsUnreadable",
  {
    /** Unreadable commits with git's error for each. */
    commits: Schema.Array(Schema.Struct({ id: Schema.String, detail: Schema.String }))
  },
  ({ commits }) => {
    const named = commits
      .slice(0, maxNamedCommits)
      .map(({ detail, id }) => `${id.slice(0, 12)} (${detail.replace(/\.$/, "")})`)
    const further = commits.length > maxNamedCommits ? [`${commits.length - maxNamedCommits} more`] : []
    const many = formatCount(commits.length, "commit")
    return {
      code: "commits_unreadable",
      message: `${many} cannot be read completely: ${[...named, ...further].join(", ")}. Everything else is indexed.`,
      hint: "Run git fsck to list missing or damaged objects, and fetch them from a complete clone (git fetch --refetch). The next sync tries again."
    }
  }
) {}

/** Full-text indexing succeeded, but some vectors could not be created. */
export class EmbeddingFailed extends FailureReason<EmbeddingFailed>()(
  "EmbeddingFailed",
  { detail: Schema.String, remedy: Schema.UndefinedOr(Schema.String) },
  ({ detail, remedy }) => ({
    code: "embedding_failed",
    message: `All commits are indexed, but some lack vectors for similarity search. ${detail}`,
    hint: remedy
  })
) {}

/** Failures that only {@link Sync} produces. */
export class IndexingError extends ServiceError<IndexingError>()(
  "IndexingError",
  Schema.Union([SyncRunning, OtherRepository, UpstreamUnknown, CommitsUnreadable, EmbeddingFailed])
) {}
