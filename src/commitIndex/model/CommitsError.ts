import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** Longest value, in characters, and most names that an error message shows. */
const maxValueChars = 120
const maxNames = 10

const formatValue = (value: string): string =>
  value.length <= maxValueChars
    ? escapeControls(value)
    : `${escapeControls(value.slice(0, maxValueChars).toWellFormed())}… (${value.length} characters)`

const formatNames = (names: ReadonlyArray<string>): string => {
  const more = names.length - maxNames
  return names.slice(0, maxNames).map(formatValue).join(", ") + (more > 0 ? ` and ${more} more` : "")
}

/** The index file does not exist yet. Its path is for users of this machine only. */
export class IndexMissing extends FailureReason<IndexMissing>()(
  "IndexMissing",
  { path: Schema.optionalKey(Schema.String) },
  ({ path }) => ({
    code: "index_missing",
    message: path === undefined ? "The server has no commit index." : `No commit index at ${escapeControls(path)}.`,
    hint: "Create one: ultragit repos add PATH, then ultragit repos sync."
  })
) {}

/** The index has no repository with these names. */
export class RepositoryUnknown extends FailureReason<RepositoryUnknown>()(
  "RepositoryUnknown",
  { names: Schema.Array(Schema.String), known: Schema.Array(Schema.String) },
  ({ known, names }) => ({
    code: "repository_unknown",
    message: `Not in the index: ${formatNames(names)}`,
    hint:
      known.length === 0
        ? "The index is empty. Add a repository: ultragit repos add PATH."
        : `The index has ${formatNames(known)}.`
  })
) {}

/** None of the selected repositories has this branch or tag. */
export class BranchUnknown extends FailureReason<BranchUnknown>()(
  "BranchUnknown",
  { branch: Schema.String, known: Schema.Array(Schema.String) },
  ({ branch, known }) => ({
    code: "branch_unknown",
    message: `No branch or tag in the index: ${formatValue(branch)}`,
    hint: known.length === 0 ? undefined : `The index has ${formatNames(known)}.`
  })
) {}

/** The query contains no word to search for. */
export class QueryEmpty extends FailureReason<QueryEmpty>()("QueryEmpty", { query: Schema.String }, ({ query }) => ({
  code: "query_empty",
  message: `No word to search for in ${JSON.stringify(query.slice(0, 80))}.`,
  hint: "Use words from a commit message, an annotation, a path or a patch."
})) {}

/** The query exceeds the length limit. */
export class QueryTooLong extends FailureReason<QueryTooLong>()(
  "QueryTooLong",
  {
    /** Actual and maximum length in characters. */
    length: Schema.Int,
    longest: Schema.Int
  },
  ({ length, longest }) => ({
    code: "query_too_long",
    message: `The query has ${length} characters; the limit is ${longest}.`,
    hint: "Use a few distinctive words. Of a long text, only the first words are searched for."
  })
) {}

/** An argument is out of range or malformed. */
export class ArgumentInvalid extends FailureReason<ArgumentInvalid>()(
  "ArgumentInvalid",
  { name: Schema.String, expected: Schema.String, value: Schema.String },
  ({ expected, name, value }) => ({
    code: "argument_invalid",
    message: `${name} must be ${expected}, got ${value === "" ? "nothing" : formatValue(value)}.`
  })
) {}

/** The cursor was returned for another query, or is damaged. */
export class CursorInvalid extends FailureReason<CursorInvalid>()("CursorInvalid", {}, () => ({
  code: "cursor_invalid",
  message: "The cursor does not belong to this query.",
  hint: "Repeat the query that returned it with the same arguments, or omit the cursor."
})) {}

/** The index has no commit with this id in the repository. */
export class CommitNotFound extends FailureReason<CommitNotFound>()(
  "CommitNotFound",
  { repo: Schema.String, sha: Schema.String },
  ({ repo, sha }) => ({
    code: "commit_not_found",
    message: `Commit ${formatValue(repo)}:${formatValue(sha)} not found`,
    hint: "It may not be indexed yet: ultragit repos status."
  })
) {}

/** The abbreviated id matches several commits. */
export class CommitAmbiguous extends FailureReason<CommitAmbiguous>()(
  "CommitAmbiguous",
  { repo: Schema.String, sha: Schema.String, candidates: Schema.Array(Schema.String) },
  ({ candidates, repo, sha }) => ({
    code: "commit_ambiguous",
    message: `Several commits of ${formatValue(repo)} begin with ${formatValue(sha)}: ${formatNames(candidates)}`,
    hint: "Use a longer prefix of the id."
  })
) {}

/** The commit has no patch text to return. */
export class PatchNotFound extends FailureReason<PatchNotFound>()(
  "PatchNotFound",
  { repo: Schema.String, sha: Schema.String, detail: Schema.String },
  ({ detail, repo, sha }) => ({
    code: "patch_not_found",
    message: `Patch ${formatValue(repo)}:${formatValue(sha)} not found: ${escapeControls(detail)}`
  })
) {}

/** None of these repositories has vectors, so similarity search cannot find anything. */
export class VectorsMissing extends FailureReason<VectorsMissing>()(
  "VectorsMissing",
  {
    names: Schema.Array(Schema.String),
    /** A repository that has embedding enabled but no vectors yet. */
    waiting: Schema.UndefinedOr(Schema.String)
  },
  ({ names, waiting }) => {
    const name = escapeControls(names[0] ?? "NAME")
    return {
      code: "vectors_missing",
      message: `Similarity search has no vectors yet for ${formatNames(names)}.`,
      hint:
        waiting === undefined
          ? `Create the vectors: ultragit repos update ${name} --embed, then ultragit repos sync ${name}.`
          : `Create the vectors: ultragit repos sync ${escapeControls(waiting)}.`
    }
  }
) {}

/** The stored vectors come from another model, or have another dimension, than the vector of the query. */
export class VectorsOther extends FailureReason<VectorsOther>()(
  "VectorsOther",
  {
    names: Schema.Array(Schema.String),
    /** Model and dimension of the stored vectors and of the query's vector, as `model (768 dimensions)`. */
    found: Schema.String,
    queried: Schema.String,
    isSameModel: Schema.Boolean
  },
  ({ queried, found, isSameModel, names }) => {
    const name = escapeControls(names[0] ?? "NAME")
    return {
      code: "vectors_other",
      message: `The vectors of ${formatNames(names)} come from ${escapeControls(found)}; the vector of the query comes from ${escapeControls(queried)}.`,
      hint: isSameModel
        ? `Recreate them: ultragit repos update ${name} --no-embed, then --embed, then ultragit repos sync ${name}.`
        : `Recreate them: ultragit repos sync ${name}. Or set ULTRAGIT_EMBED_MODEL to the model that made them.`
    }
  }
) {}

/** Every expected failure of a query to the commit index. */
export class CommitsError extends ServiceError<CommitsError>()(
  "CommitsError",
  Schema.Union([
    IndexMissing,
    RepositoryUnknown,
    BranchUnknown,
    QueryEmpty,
    QueryTooLong,
    ArgumentInvalid,
    CursorInvalid,
    CommitNotFound,
    CommitAmbiguous,
    PatchNotFound,
    VectorsMissing,
    VectorsOther
  ])
) {}
