import { Schema } from "effect"
import { ArgumentInvalid, FileNotFound } from "../../codeIndex/model/CodeError.ts"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { escapeControls, formatCount } from "../../domain/Text.ts"

/** The arguments of a tool are larger than it takes. */
export class ArgumentsTooLarge extends FailureReason<ArgumentsTooLarge>()(
  "ArgumentsTooLarge",
  { bytes: Schema.Int },
  ({ bytes }) => ({ code: "arguments_too_large", message: `Tool arguments exceed 1MB limit (${bytes} bytes)` })
) {}

/** A question about history needs a file. */
export class FileMissing extends FailureReason<FileMissing>()("FileMissing", { query: Schema.String }, ({ query }) => ({
  code: "file_missing",
  message: `${query} requires the \`file\` parameter.`
})) {}

/** A question about a function needs its name, or lines. */
export class NameMissing extends FailureReason<NameMissing>()("NameMissing", { query: Schema.String }, ({ query }) => ({
  code: "name_missing",
  message: `${query} requires the \`name\` parameter, or \`line_start\` and \`line_end\`.`
})) {}

/** The file defines nothing with this name. */
export class FunctionUnknown extends FailureReason<FunctionUnknown>()(
  "FunctionUnknown",
  { name: Schema.String, file: Schema.String, similar: Schema.Array(Schema.String) },
  ({ file, name, similar }) => ({
    code: "function_unknown",
    message: `Function '${escapeControls(name.slice(0, 120))}' not found in file '${escapeControls(file.slice(0, 200))}'. Use repotoire_query_graph with query_type=functions to list available names.`,
    hint: similar.length === 0 ? undefined : `Similar names: ${similar.map(escapeControls).join(", ")}.`
  })
) {}

/** A file that cannot be shown as text. */
export class FileUnreadable extends FailureReason<FileUnreadable>()(
  "FileUnreadable",
  { detail: Schema.String },
  ({ detail }) => ({ code: "file_unreadable", message: escapeControls(detail) })
) {}

/** A folder where a file is meant. */
export class FileIsFolder extends FailureReason<FileIsFolder>()(
  "FileIsFolder",
  { path: Schema.String },
  ({ path }) => ({
    code: "file_is_folder",
    message: `${escapeControls(path.slice(0, 200))} is a folder.`,
    hint: "repotoire_query_graph with query_type=files and this path lists the files in it."
  })
) {}

/** Lines that the file does not have. */
export class LinesInvalid extends FailureReason<LinesInvalid>()(
  "LinesInvalid",
  {
    start: Schema.Int,
    /** Absent if none was given. */
    end: Schema.optionalKey(Schema.Int),
    total: Schema.Int
  },
  ({ end, start, total }) => ({
    code: "lines_invalid",
    message: `${end === undefined ? `Line ${start} is` : `Lines ${start}-${end} are`} not in the file, which has ${formatCount(total, "line")}.`,
    hint: "Lines start at 1, and start_line is not after end_line."
  })
) {}

/** There is no such detector. */
export class DetectorUnknown extends FailureReason<DetectorUnknown>()(
  "DetectorUnknown",
  { name: Schema.String, known: Schema.Array(Schema.String) },
  ({ known, name }) => ({
    code: "detector_unknown",
    message: `There is no detector '${escapeControls(name.slice(0, 120))}'.`,
    hint: `Detectors: ${known.join(", ")}.`
  })
) {}

/** The list of known findings cannot be read. */
export class BaselineUnreadable extends FailureReason<BaselineUnreadable>()(
  "BaselineUnreadable",
  { file: Schema.String, detail: Schema.String },
  ({ detail, file }) => ({
    code: "baseline_unreadable",
    message: `${file} cannot be read: ${escapeControls(detail)}.`,
    hint: "Run 'ultragit graph baseline' to write it again, or remove it."
  })
) {}

/** The list of known findings cannot be written. */
export class BaselineUnwritable extends FailureReason<BaselineUnwritable>()(
  "BaselineUnwritable",
  { file: Schema.String, detail: Schema.String },
  ({ detail, file }) => ({
    code: "baseline_unwritable",
    message: `${file} cannot be written: ${escapeControls(detail)}`
  })
) {}

/** A report cannot be written. */
export class ReportUnwritable extends FailureReason<ReportUnwritable>()(
  "ReportUnwritable",
  { file: Schema.String, detail: Schema.String },
  ({ detail, file }) => ({
    code: "report_unwritable",
    message: `The report cannot be written to ${escapeControls(file)}: ${escapeControls(detail)}`,
    hint: "Name a file in a folder that exists, or leave --output out."
  })
) {}

/** There is no finding with this id. */
export class FindingUnknown extends FailureReason<FindingUnknown>()(
  "FindingUnknown",
  { id: Schema.String },
  ({ id }) => ({
    code: "finding_unknown",
    message: `There is no finding '${escapeControls(id.slice(0, 120))}'.`,
    hint: "repotoire_get_findings lists findings with their ids. One that was fixed is gone."
  })
) {}

/** Expected failures of questions to graph and history. */
export class GraphError extends ServiceError<GraphError>()(
  "GraphError",
  Schema.Union([
    ArgumentsTooLarge,
    FileMissing,
    NameMissing,
    FunctionUnknown,
    FileNotFound,
    FileUnreadable,
    FileIsFolder,
    LinesInvalid,
    ArgumentInvalid,
    DetectorUnknown,
    BaselineUnreadable,
    BaselineUnwritable,
    ReportUnwritable,
    FindingUnknown
  ])
) {}
