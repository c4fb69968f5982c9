import { Schema } from "effect"
import { SqlError } from "../../adapters/sql/SqlError.ts"
import { CommitsError } from "../model/CommitsError.ts"
import type { InputOf, RequestName, OutputOf } from "./requests.ts"

/** One lookup, as the thread that reads gets it. */
export interface Request<Name extends RequestName = RequestName> {
  readonly name: Name
  readonly input: InputOf<Name>
}

/** Expected failures of a lookup. */
export const RequestError = Schema.Union([CommitsError, SqlError])

/** What became of it. */
export type Reply<Name extends RequestName = RequestName> =
  | { readonly _tag: "Found"; readonly output: OutputOf<Name> }
  | { readonly _tag: "Refused"; readonly error: typeof RequestError.Encoded }
  | { readonly _tag: "Broken"; readonly message: string }
