import type { RequestType } from "../../adapters/threads/requests.ts"
import type { Extracted } from "./Extracted.ts"

/** A content to extract from. */
export interface Content {
  /** Empty if its language has no grammar. */
  readonly language: string
  readonly bytes: Uint8Array
}

/** The requests of an extracting thread. */
export interface ExtractRequests {
  /** `maxMillis`: CPU time limit for each content. */
  readonly extract: RequestType<
    { readonly contents: ReadonlyArray<Content>; readonly maxMillis: number },
    ReadonlyArray<Extracted>
  >
}
