import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** Another process syncs the repository, and does not end. */
export class SyncRunning extends FailureReason<SyncRunning>()("SyncRunning", { name: Schema.String }, ({ name }) => ({
  code: "sync_running",
  message: `Another process is syncing ${escapeControls(name)}.`,
  hint: "Try again when it has ended."
})) {}

/** The folder leads to another repository than the one that is indexed. */
export class OtherRepository extends FailureReason<OtherRepository>()(
  "OtherRepository",
  { name: Schema.String, directory: Schema.String, before: Schema.String, found: Schema.String },
  ({ before, directory, found, name }) => ({
    code: "other_repository",
    message: `${escapeControls(directory)} leads to ${escapeControls(found)}; ${escapeControls(name)} was indexed from ${escapeControls(before)}.`,
    hint: "Nothing was changed. If it was moved, remove it from the index and add it again."
  })
) {}

/** The repository whose commits are to be left out is not in the index. */
export class UpstreamUnknown extends FailureReason<UpstreamUnknown>()(
  "UpstreamUnknown",
  { name: Schema.String },
  ({ name }) => ({
    code: "upstream_unknown",
    message: `The commits of ${escapeControls(name)} are to be left out, but it is not in the index.`,
    hint: "Add it, or say that the repository is no fork."
  })
) {}

/** Commits named in a message. */
const mostNamed = 3

/** Some commits could not be read whole, as objects of theirs are not here or damaged; all others are indexed. */
export class CommitsUnreadable extends FailureReason<CommitsUnreadable>()(
  "CommitsUnreadable",
  {
    /** With what git says of each. */
    commits: Schema.Array(Schema.Struct({ id: Schema.String, detail: Schema.String }))
  },
  ({ commits }) => {
    const named = commits
      .slice(0, mostNamed)
      .map(({ detail, id }) => `${id.slice(0, 12)} (${detail.replace(/\.$/, "")})`)
    const further = commits.length > mostNamed ? [`${commits.length - mostNamed} more`] : []
    const many = commits.length === 1 ? "1 commit" : `${commits.length} commits`
    return {
      code: "commits_unreadable",
      message: `${many} cannot be read whole: ${[...named, ...further].join(", ")}. Everything else is indexed.`,
      hint: "git fsck names what is missing or damaged. Fetch it from a whole clone (git fetch --refetch); the next sync tries again."
    }
  }
) {}

/** Everything is indexed, but not all of it can be found by similarity. */
export class EmbeddingFailed extends FailureReason<EmbeddingFailed>()(
  "EmbeddingFailed",
  { detail: Schema.String, remedy: Schema.UndefinedOr(Schema.String) },
  ({ detail, remedy }) => ({
    code: "embedding_failed",
    message: `All is indexed, but not for similarity search. ${detail}`,
    hint: remedy
  })
) {}

/** The one error of {@link Sync} that is its own. */
export class IndexingError extends ServiceError<IndexingError>()(
  "IndexingError",
  Schema.Union([SyncRunning, OtherRepository, UpstreamUnknown, CommitsUnreadable, EmbeddingFailed])
) {}
