import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** A search needs a tag. */
export class TagsMissing extends FailureReason<TagsMissing>()("TagsMissing", {}, () => ({
  code: "tags_missing",
  message: "At least one search tag is required",
  hint: 'Give words for what the code is about, such as ["auth", "session"].'
})) {}

/** A search has too many tags. */
export class TagsTooMany extends FailureReason<TagsTooMany>()("TagsTooMany", {}, () => ({
  code: "tags_too_many",
  message: "Maximum 5 search tags allowed",
  hint: "Keep the most distinctive words."
})) {}

/** The limit of a search is out of range. */
export class LimitInvalid extends FailureReason<LimitInvalid>()("LimitInvalid", {}, () => ({
  code: "limit_invalid",
  message: "Limit must be between 1 and 100"
})) {}

/** An argument has a value that it cannot have. */
export class ArgumentInvalid extends FailureReason<ArgumentInvalid>()(
  "ArgumentInvalid",
  { name: Schema.String, expected: Schema.String, value: Schema.String },
  ({ expected, name, value }) => ({
    code: "argument_invalid",
    message: `Invalid value for ${name}: ${JSON.stringify(value.slice(0, 120))}. Expected ${expected}.`
  })
) {}

/** The path to index is not a folder of the repository. */
export class FolderInvalid extends FailureReason<FolderInvalid>()(
  "FolderInvalid",
  { path: Schema.String, isOutside: Schema.Boolean },
  ({ isOutside, path }) => ({
    code: "folder_invalid",
    message: isOutside
      ? `Path must be inside the repository: ${escapeControls(path.slice(0, 200))}`
      : "Path must be a directory",
    hint: "The index covers the whole repository; leave path out."
  })
) {}

/** Nothing is indexed yet, and this call cannot index. */
export class IndexUnavailable extends FailureReason<IndexUnavailable>()(
  "IndexUnavailable",
  { detail: Schema.String },
  ({ detail }) => ({
    code: "index_unavailable",
    message: `The code index cannot be made: ${escapeControls(detail)}`,
    hint: "Check that the folder ultragit/ in the git directory is writable, and that no link stands in place of its files."
  })
) {}

/** The files of a commit cannot be written to a temporary folder. */
export class ExportFailed extends FailureReason<ExportFailed>()(
  "ExportFailed",
  { detail: Schema.String },
  ({ detail }) => ({
    code: "export_failed",
    message: `The files of the commit cannot be written to a temporary folder: ${escapeControls(detail)}`,
    hint: "Check that the folder for temporary files is writable and has room; TMPDIR names another."
  })
) {}

const joinPaths = (paths: ReadonlyArray<string>): string => paths.map(escapeControls).join(", ")

/** The index has no file at this path. */
export class FileUnknown extends FailureReason<FileUnknown>()(
  "FileUnknown",
  {
    path: Schema.String,
    /** Files with similar paths. */
    near: Schema.Array(Schema.String),
    /** Some files below the path, if it is a folder. */
    below: Schema.Array(Schema.String)
  },
  ({ below, near, path }) => ({
    code: "file_unknown",
    message: `Not in the index: ${escapeControls(path.slice(0, 200))}`,
    hint:
      below.length > 0
        ? `It is a folder. Give a file, such as ${joinPaths(below)}.`
        : near.length > 0
          ? `Did you mean ${joinPaths(near)}?`
          : "Give the path of a file from the root of the repository. Ignored files, links and files outside of a sparse checkout are not indexed; a submodule has an index of its own, as a repository."
  })
) {}

const hintOfUnknown = (similar: ReadonlyArray<string>, lacks: string | undefined): string | undefined => {
  const names = similar.length === 0 ? [] : [`Similar names: ${similar.map(escapeControls).join(", ")}.`]
  const hints = [...names, ...(lacks === undefined ? [] : [escapeControls(lacks)])]
  return hints.length === 0 ? undefined : hints.join(" ")
}

/** No definition has this name. */
export class SymbolUnknown extends FailureReason<SymbolUnknown>()(
  "SymbolUnknown",
  {
    name: Schema.String,
    similar: Schema.Array(Schema.String),
    /** What the index lacks, if that is much. */
    lacks: Schema.optionalKey(Schema.String)
  },
  ({ lacks, name, similar }) => ({
    code: "symbol_unknown",
    message: `No definition named ${JSON.stringify(name.slice(0, 120))} in the index.`,
    hint: hintOfUnknown(similar, lacks)
  })
) {}

/** Several definitions have this name. */
export class SymbolAmbiguous extends FailureReason<SymbolAmbiguous>()(
  "SymbolAmbiguous",
  { name: Schema.String, candidates: Schema.Array(Schema.String), count: Schema.Int },
  ({ candidates, count, name }) => ({
    code: "symbol_ambiguous",
    message: `${count} definitions are named ${JSON.stringify(name.slice(0, 120))}.`,
    hint: `Name one of them: ${candidates.map(escapeControls).join(", ")}${count > candidates.length ? ", …" : ""}`
  })
) {}

/** The graph has no node with this name. */
export class NodeUnknown extends FailureReason<NodeUnknown>()(
  "NodeUnknown",
  {
    name: Schema.String,
    similar: Schema.Array(Schema.String),
    /** What the index lacks, if that is much. */
    lacks: Schema.optionalKey(Schema.String)
  },
  ({ lacks, name, similar }) => ({
    code: "node_unknown",
    message: `Node '${escapeControls(name.slice(0, 120))}' not found in graph. Use repotoire_query_graph with query_type=functions to list available names.`,
    hint: hintOfUnknown(similar, lacks)
  })
) {}

/** Calls of macros, and what they expand to, are not followed. */
export class MacroNotFollowed extends FailureReason<MacroNotFollowed>()(
  "MacroNotFollowed",
  { node: Schema.String, macro: Schema.String },
  ({ macro, node }) => ({
    code: "macro_not_followed",
    message: `Macros are not followed: what depends on ${escapeControls(node.slice(0, 200))}, and what it needs, is not known.`,
    hint: `Search the text for ${escapeControls(macro.slice(0, 100))}.`
  })
) {}

/** No definitions of a file of code are known. */
export class FactsMissing extends FailureReason<FactsMissing>()(
  "FactsMissing",
  { path: Schema.String, detail: Schema.String },
  ({ detail, path }) => ({
    code: "facts_missing",
    message: `The index has no definitions of ${escapeControls(path.slice(0, 200))} (${escapeControls(detail)}): what depends on it, and what it needs, is not known.`,
    hint: "Search the text for the names that it defines. ultragit_deps lists the files that change together with it."
  })
) {}

/** A query of the graph needs a name. */
export class NodeNameMissing extends FailureReason<NodeNameMissing>()(
  "NodeNameMissing",
  { query: Schema.String },
  ({ query }) => ({
    code: "node_name_missing",
    message: `Missing required 'name' parameter for ${query} query. Provide the qualified name of the function or class.`
  })
) {}

/** There is no such file in the project. */
export class FileNotFound extends FailureReason<FileNotFound>()(
  "FileNotFound",
  {
    path: Schema.String,
    /** Similar paths. */
    near: Schema.optionalKey(Schema.Array(Schema.String))
  },
  ({ near = [], path }) => ({
    code: "file_not_found",
    message: `File not found: ${escapeControls(path.slice(0, 200))}. Use \`repotoire_get_architecture\` to see available files.`,
    hint:
      near.length > 0
        ? `Did you mean ${near.map(escapeControls).join(", ")}?`
        : "Paths start at the root of the repository; repotoire_query_graph with query_type=files lists them, filtered by name. Ignored files, links, the git directory and files outside of a sparse checkout are not read; a submodule has a graph of its own, as a repository."
  })
) {}

/** It is not in the index, which is not up to date. */
export class IndexBehind extends FailureReason<IndexBehind>()(
  "IndexBehind",
  { missing: Schema.String, warnings: Schema.Array(Schema.String) },
  ({ missing, warnings }) => ({
    code: "index_behind",
    message: [missing, ...warnings].join(" "),
    hint: "Meanwhile repotoire_search_code finds what is indexed so far."
  })
) {}

/** Expected failures of questions to the code index. */
export class CodeError extends ServiceError<CodeError>()(
  "CodeError",
  Schema.Union([
    TagsMissing,
    TagsTooMany,
    LimitInvalid,
    ArgumentInvalid,
    FolderInvalid,
    IndexUnavailable,
    ExportFailed,
    FileUnknown,
    SymbolUnknown,
    SymbolAmbiguous,
    NodeUnknown,
    FactsMissing,
    MacroNotFollowed,
    NodeNameMissing,
    FileNotFound,
    IndexBehind
  ])
) {}
