import type { Connection } from "../../adapters/sql/Connection.ts"

/** The index at one moment. */
export interface IndexSnapshot {
  readonly connection: Connection
  /** The same as long as the index is. */
  readonly moment: string
}
