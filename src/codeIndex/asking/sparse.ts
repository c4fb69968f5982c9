import type { Connection } from "../../adapters/sql/Connection.ts"
import { isSparse } from "../store/views.ts"

/** The warnings of an answer, which has none as no field. */
export const withWarnings = (warnings: ReadonlyArray<string>) => (warnings.length === 0 ? {} : { warnings })

const warning =
  "The work tree is a sparse checkout: files outside of it are not indexed, so that what they define and refer to is missing."

/** Says that the files of a view are not all that its repository tracks. */
export const describeSparse = (connection: Connection, view: number): ReadonlyArray<string> =>
  isSparse(connection, view) ? [warning] : []
