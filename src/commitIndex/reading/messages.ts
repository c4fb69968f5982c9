import { Schema } from "effect"
import { SqlError } from "../../adapters/sql/SqlError.ts"
import { CommitsError } from "../model/CommitsError.ts"
import type { InputOf, RequestName, OutputOf } from "./requests.ts"

/** A request to the reader thread. */
export interface Request<Name extends RequestName = RequestName> {
  readonly name: Name
  readonly input: InputOf<Name>
}

/** Expected failures of a request. */
export const RequestError = Schema.Union([CommitsError, SqlError])

/** The reply: an output, an expected failure, or a defect. */
export type Reply<Name extends RequestName = RequestName> =
  | { readonly _tag: "Success"; readonly output: OutputOf<Name> }
  | { readonly _tag: "Failure"; readonly error: typeof RequestError.Encoded }
  | { readonly _tag: "Defect"; readonly message: string }
