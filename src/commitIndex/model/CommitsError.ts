import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** Characters of a value, and names, that an error shows. */
const longestValue = 120
const mostNames = 10

const shown = (value: string): string =>
  value.length <= longestValue
    ? escapeControls(value)
    : `${escapeControls(value.slice(0, longestValue).toWellFormed())}… (${value.length} characters)`

const list = (names: ReadonlyArray<string>): string => {
  const more = names.length - mostNames
  return names.slice(0, mostNames).map(shown).join(", ") + (more > 0 ? ` and ${more} more` : "")
}

/** Nothing is indexed yet. */
export class IndexMissing extends FailureReason<IndexMissing>()(
  "IndexMissing",
  { path: Schema.String },
  ({ path }) => ({
    code: "index_missing",
    message: `There is no index of commits at ${escapeControls(path)}.`,
    hint: "Make one: ultragit repos add PATH, then ultragit repos sync."
  })
) {}

/** No repository of the index has one of these names. */
export class RepositoryUnknown extends FailureReason<RepositoryUnknown>()(
  "RepositoryUnknown",
  { names: Schema.Array(Schema.String), known: Schema.Array(Schema.String) },
  ({ known, names }) => ({
    code: "repository_unknown",
    message: `Not in the index: ${list(names)}`,
    hint: known.length === 0 ? "The index has no repository: ultragit repos add PATH." : `The index has ${list(known)}.`
  })
) {}

/** No chosen repository has a branch or tag of this name. */
export class BranchUnknown extends FailureReason<BranchUnknown>()(
  "BranchUnknown",
  { branch: Schema.String, known: Schema.Array(Schema.String) },
  ({ branch, known }) => ({
    code: "branch_unknown",
    message: `No branch or tag in the index: ${shown(branch)}`,
    hint: known.length === 0 ? undefined : `There are ${list(known)}.`
  })
) {}

/** The query has nothing that could be looked for. */
export class QueryEmpty extends FailureReason<QueryEmpty>()("QueryEmpty", { query: Schema.String }, ({ query }) => ({
  code: "query_empty",
  message: `No word to search for in ${JSON.stringify(query.slice(0, 80))}.`,
  hint: "Write words as they may stand in a message, a reason, a path or a change."
})) {}

/** A query that is longer than one that is searched for. */
export class QueryTooLong extends FailureReason<QueryTooLong>()(
  "QueryTooLong",
  {
    /** Characters: how many it has, and how many it may have. */
    length: Schema.Int,
    longest: Schema.Int
  },
  ({ length, longest }) => ({
    code: "query_too_long",
    message: `The query has ${length} characters; at most ${longest} are searched for.`,
    hint: "Ask with the few words that say most: of a long text only its first words are searched for anyway."
  })
) {}

/** An argument is not what it must be. */
export class ArgumentInvalid extends FailureReason<ArgumentInvalid>()(
  "ArgumentInvalid",
  { name: Schema.String, expected: Schema.String, value: Schema.String },
  ({ expected, name, value }) => ({
    code: "argument_invalid",
    message: `${name} must be ${expected}, got ${value === "" ? "nothing" : shown(value)}.`
  })
) {}

/** The cursor does not belong to this question. */
export class CursorInvalid extends FailureReason<CursorInvalid>()("CursorInvalid", {}, () => ({
  code: "cursor_invalid",
  message: "The cursor does not belong to this question.",
  hint: "Repeat the question that gave it with the same arguments, or leave the cursor out."
})) {}

/** No commit of the repository has this id. */
export class CommitNotFound extends FailureReason<CommitNotFound>()(
  "CommitNotFound",
  { repo: Schema.String, sha: Schema.String },
  ({ repo, sha }) => ({
    code: "commit_not_found",
    message: `Commit ${shown(repo)}:${shown(sha)} not found`,
    hint: "It may not be indexed yet: ultragit repos status."
  })
) {}

/** Several commits begin so. */
export class CommitAmbiguous extends FailureReason<CommitAmbiguous>()(
  "CommitAmbiguous",
  { repo: Schema.String, sha: Schema.String, candidates: Schema.Array(Schema.String) },
  ({ candidates, repo, sha }) => ({
    code: "commit_ambiguous",
    message: `Several commits of ${shown(repo)} begin with ${shown(sha)}: ${list(candidates)}`,
    hint: "Write more of the id."
  })
) {}

/** There is no text to give of a commit's patch. */
export class PatchNotFound extends FailureReason<PatchNotFound>()(
  "PatchNotFound",
  { repo: Schema.String, sha: Schema.String, detail: Schema.String },
  ({ detail, repo, sha }) => ({
    code: "patch_not_found",
    message: `Patch ${shown(repo)}:${shown(sha)} not found: ${escapeControls(detail)}`
  })
) {}

/** Similarity can find nothing in these repositories: no vector was made. */
export class VectorsMissing extends FailureReason<VectorsMissing>()(
  "VectorsMissing",
  {
    names: Schema.Array(Schema.String),
    /** One whose vectors are wanted, but not made yet. */
    waiting: Schema.UndefinedOr(Schema.String)
  },
  ({ names, waiting }) => {
    const name = escapeControls(names[0] ?? "NAME")
    return {
      code: "vectors_missing",
      message: `No commit can be found by similarity yet in ${list(names)}.`,
      hint:
        waiting === undefined
          ? `Have the vectors made: ultragit repos update ${name} --embed, then ultragit repos sync ${name}.`
          : `Have the vectors made: ultragit repos sync ${escapeControls(waiting)}.`
    }
  }
) {}

/** There are vectors, but none that the query's can be compared with. */
export class VectorsOther extends FailureReason<VectorsOther>()(
  "VectorsOther",
  {
    names: Schema.Array(Schema.String),
    /** `model, 768 dimensions`: of those that there are, and of the query's. */
    found: Schema.String,
    asked: Schema.String,
    isSameModel: Schema.Boolean
  },
  ({ asked, found, isSameModel, names }) => {
    const name = escapeControls(names[0] ?? "NAME")
    return {
      code: "vectors_other",
      message: `The vectors of ${list(names)} are of ${escapeControls(found)}; the query's is of ${escapeControls(asked)}.`,
      hint: isSameModel
        ? `Have them made anew: ultragit repos update ${name} --no-embed, the same with --embed, then ultragit repos sync ${name}.`
        : `Have them made anew: ultragit repos sync ${name}; or set ULTRAGIT_EMBED_MODEL to what they are of.`
    }
  }
) {}

/** The one error of the toolset. */
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
