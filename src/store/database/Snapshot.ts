import type { Connection } from "../../adapters/sql/Connection.ts"

/** A database within one read transaction. */
export interface Snapshot {
  readonly connection: Connection
  /** Changes whenever the content of the database changes. */
  readonly version: string
}
