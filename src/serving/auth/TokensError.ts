import { Schema } from "effect"
import { FailureReason, ServiceError } from "../../domain/Failure.ts"
import { escapeControls } from "../../domain/Text.ts"

/** The file of tokens could be read or changed by others. */
export class TokensFileUnsafe extends FailureReason<TokensFileUnsafe>()(
  "TokensFileUnsafe",
  { file: Schema.String, problem: Schema.String },
  ({ file, problem }) => ({
    code: "tokens_file_unsafe",
    message: `The file of tokens ${escapeControls(file)} ${problem}`,
    hint: "It must be a regular file of the user who runs the server, with mode 600."
  })
) {}

/** The file of tokens cannot be read or written. */
export class TokensFileUnusable extends FailureReason<TokensFileUnusable>()(
  "TokensFileUnusable",
  { file: Schema.String, detail: Schema.String },
  ({ detail, file }) => ({
    code: "tokens_file_unusable",
    message: `Cannot use the file of tokens ${escapeControls(file)}: ${escapeControls(detail)}`
  })
) {}

/** The file of tokens has other content than this program writes. */
export class TokensFileInvalid extends FailureReason<TokensFileInvalid>()(
  "TokensFileInvalid",
  { file: Schema.String, detail: Schema.String },
  ({ detail, file }) => ({
    code: "tokens_file_invalid",
    message: `The file of tokens ${escapeControls(file)} is not valid: ${escapeControls(detail)}`,
    hint: "Correct it, or remove it and add tokens with ultragit serve token add."
  })
) {}

/** A token with this name exists. */
export class TokenExists extends FailureReason<TokenExists>()("TokenExists", { name: Schema.String }, ({ name }) => ({
  code: "token_exists",
  message: `There is a token named ${escapeControls(name)}`,
  hint: `Revoke it first with ultragit serve token revoke, or take another name.`
})) {}

/** No token has this name. */
export class TokenUnknown extends FailureReason<TokenUnknown>()(
  "TokenUnknown",
  { name: Schema.String },
  ({ name }) => ({
    code: "token_unknown",
    message: `There is no token named ${escapeControls(name)}`,
    hint: "ultragit serve token list shows the names."
  })
) {}

/** The error of the file of tokens. */
export class TokensError extends ServiceError<TokensError>()(
  "TokensError",
  Schema.Union([TokensFileUnsafe, TokensFileUnusable, TokensFileInvalid, TokenExists, TokenUnknown])
) {}
