import type { Connection } from "../../adapters/sql/Connection.ts"

/** The index within one read transaction. */
export interface IndexSnapshot {
  readonly connection: Connection
  /** Changes whenever the content of the index changes. */
  readonly version: string
}
