import type { RequestType } from "../../adapters/threads/requests.ts"
import type { Reconciled } from "./reconcile.ts"

/** The requests of the indexing thread. */
export interface IndexerRequests {
  readonly reconcile: RequestType<{ readonly force: boolean }, Reconciled>
  readonly reconcileFolder: RequestType<{ readonly root: string }, Reconciled>
}
